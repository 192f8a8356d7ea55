import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { followCertificate } from './renewed-certificate.ts'
import { tlsOptions } from './tls.ts'

const HALF_A_MINUTE = 30_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roster-renewed-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

/** Serves a certificate of `a.example`, as its files say. `look` has them looked at as a minute would, and finds for whom the certificate is that a new connection is shown. */
async function serving(clientAuthorities?: string, meanwhile = (_files: { cert: string; key: string }) => {}) {
  const { files } = certificateFor('a.example', folder)
  const read = () => tlsOptions(files.cert, files.key, clientAuthorities)
  const served = read()
  const server = createServer(served).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  meanwhile(files)
  const [renewed, unusable] = [vi.fn<() => void>(), vi.fn<(why: unknown) => void>()]
  onTestFinished(followCertificate(server, served, read, { renewed, unusable }))

  async function look(milliseconds = 60_000): Promise<unknown> {
    vi.advanceTimersByTime(milliseconds)
    const { port } = server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { CN } = socket.getPeerCertificate().subject
    socket.destroy()
    return CN
  }
  return { files, renewed, unusable, look }
}

test.skipIf(!hasOpenssl)('a certificate that is renewed while the server is built is served', async () => {
  const { files: next } = certificateFor('b.example', folder)
  const { look } = await serving(undefined, ({ cert, key }) => {
    copyFileSync(next.cert, cert)
    copyFileSync(next.key, key)
  })
  expect([await look(), await look()]).toContain('b.example')
})

test.skipIf(!hasOpenssl)('a renewed certificate is served once its key is there too', async () => {
  const { files, renewed, look } = await serving()
  const { files: next } = certificateFor('b.example', folder)
  const seen = [await look()]
  for (const change of [
    () => copyFileSync(next.cert, files.cert),
    () => copyFileSync(next.key, files.key),
    () => {},
    () => rmSync(files.key),
  ]) {
    change()
    seen.push(await look())
  }
  expect(seen).toEqual(['a.example', 'a.example', 'b.example', 'b.example', 'b.example'])
  expect(renewed).toHaveBeenCalledTimes(1)
})

test.skipIf(!hasOpenssl)(
  'files that go on being unusable are told once, and again after they have been usable',
  async () => {
    const { files, unusable, look } = await serving()
    const { files: next } = certificateFor('b.example', folder)
    copyFileSync(next.cert, files.cert)
    await look(HALF_A_MINUTE)
    expect(unusable).not.toHaveBeenCalled()
    await look(10 * HALF_A_MINUTE)
    expect(unusable.mock.calls).toEqual([[expect.objectContaining({ code: 'ERR_OSSL_X509_KEY_VALUES_MISMATCH' })]])
    copyFileSync(next.key, files.key)
    expect(await look()).toBe('b.example')
    rmSync(files.key)
    await look()
    expect(unusable).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'ENOENT' }))
    expect(unusable).toHaveBeenCalledTimes(2)
  },
)

test.skipIf(!hasOpenssl)('a renewed certificate is served once all of its chain is there', async () => {
  const { files, look } = await serving()
  const { files: next, cert } = certificateFor('b.example', folder)
  const seen = [await look(HALF_A_MINUTE)]
  copyFileSync(next.key, files.key)
  for (const written of [cert, cert + cert, cert + cert]) {
    writeFileSync(files.cert, written)
    seen.push(await look(HALF_A_MINUTE))
  }
  expect(seen).toEqual(['a.example', 'a.example', 'a.example', 'b.example'])
})

test.skipIf(!hasOpenssl).each([
  ['no certificate', () => ''],
  ['half a certificate', (cert: string) => cert.slice(0, 99)],
  ['a certificate and half of another one', (cert: string) => cert + cert.slice(0, 99)],
  ['what is none', (cert: string) => cert.replace(/\n.+\n/, '\n')],
])('authorities of callers are not replaced by %s', async (_what, written) => {
  const { cert, files: authorities } = certificateFor('c.example', folder)
  const { files, renewed, look } = await serving(authorities.cert)
  const { files: next } = certificateFor('b.example', folder)
  copyFileSync(next.key, files.key)
  copyFileSync(next.cert, files.cert)
  writeFileSync(authorities.cert, written(cert))
  expect([await look(), await look()]).toEqual(['a.example', 'a.example'])
  expect(renewed).not.toHaveBeenCalled()
})
