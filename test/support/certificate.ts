import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'

/** Whether certificates can be made here. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A certificate and its key, as PEM. */
export interface Certificate {
  cert: string
  key: string
  /** The files that they are in. */
  files: { cert: string; key: string }
}

const FORM = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes a certificate for a host, or an address, which is named as such alone, in a folder. Nobody vouches for it but itself, for so many days. */
export function certificateFor(host: string, folder: string, days = 1): Certificate {
  const files = { cert: join(folder, `${host}.pem`), key: join(folder, `${host}.key`) }
  const [kind, name] = isIP(host) ? ['IP', 'address'] : ['DNS', host]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${kind}:${host}`]
  const written = ['-days', String(days), '-keyout', files.key, '-out', files.cert]
  execFileSync('openssl', ['req', ...FORM, ...subject, ...written], { stdio: 'ignore' })
  return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8'), files }
}
