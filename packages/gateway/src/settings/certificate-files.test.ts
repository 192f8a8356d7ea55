import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { namingOf } from '@roster/core/contract'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const read = (environment: NodeJS.ProcessEnv) => readSettings(namingOf('Roster'), environment)

describe.skipIf(!hasOpenssl)('with certificates that the openssl command makes', () => {
  let folder: string
  let cert: string
  let key: string
  let other: { cert: string; key: string }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'roster-certificates-'))
    ;({ cert, key } = certificateFor('a.example', folder).files)
    other = certificateFor('b.example', folder).files
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** A file with something in it. */
  function fileOf(content: string): string {
    const file = join(folder, 'made-up')
    writeFileSync(file, content)
    return file
  }

  test('a certificate, its key and authorities are taken, and several of each that may be several', () => {
    const chain = fileOf(readFileSync(cert, 'utf8') + readFileSync(other.cert, 'utf8'))
    const given = { ROSTER_TLS_CERT: chain, ROSTER_TLS_KEY: key, ROSTER_TLS_CLIENT_CA: chain }
    expect(read(given)).toMatchObject({ TLS_CERT: chain, TLS_KEY: key, TLS_CLIENT_CA: chain })
  })

  test.each([
    ['ROSTER_TLS_CERT', 'a readable PEM file with the certificate and its chain'],
    ['ROSTER_TLS_KEY', 'a readable PEM file with the private key, without a passphrase'],
    ['ROSTER_TLS_CLIENT_CA', 'a readable PEM file with the certificates of authorities'],
  ])('%s is neither a directory, nor missing, nor something else', (name, expected) => {
    const given = { ROSTER_TLS_CERT: cert, ROSTER_TLS_KEY: key, ROSTER_TLS_CLIENT_CA: cert }
    const broken = readFileSync(name === 'ROSTER_TLS_KEY' ? key : cert, 'utf8').replace(/\n\w{8}/, '\n')
    const files = [folder, join(folder, 'none'), fileOf('root:x:0:0'), name === 'ROSTER_TLS_KEY' ? cert : key]
    for (const file of files) expect(() => read({ ...given, [name]: file })).toThrow(`${name} must be ${expected}`)
    expect(() => read({ ...given, [name]: fileOf(broken) })).toThrow(`${name} must be ${expected}`)
  })

  test('authorities of which one is not whole are refused', () => {
    const pem = readFileSync(cert, 'utf8')
    const given = { ROSTER_TLS_CERT: cert, ROSTER_TLS_KEY: key, ROSTER_TLS_CLIENT_CA: fileOf(pem + pem.slice(0, 99)) }
    expect(() => read(given)).toThrow('ROSTER_TLS_CLIENT_CA must be a readable PEM file')
  })

  test('the key of another certificate is refused', () => {
    expect(() => read({ ROSTER_TLS_CERT: cert, ROSTER_TLS_KEY: other.key })).toThrow(
      /^These settings cannot be used:\n {2}ROSTER_TLS_KEY is not the key of ROSTER_TLS_CERT\.$/,
    )
  })

  test('a certificate and its key are set together, and authorities of clients beside them', () => {
    expect(() => read({ ROSTER_TLS_CERT: cert })).toThrow('ROSTER_TLS_CERT and ROSTER_TLS_KEY must be set together.')
    expect(() => read({ ROSTER_TLS_CLIENT_CA: cert })).toThrow(
      'ROSTER_TLS_CLIENT_CA needs ROSTER_TLS_CERT and ROSTER_TLS_KEY: a proxy that terminates TLS checks certificates itself.',
    )
  })
})
