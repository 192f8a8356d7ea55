import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'

/** Whether openssl is installed, which makes the certificates. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A certificate and its key, as PEM. */
export interface Certificate {
  cert: string
  key: string
  /** Paths of their files. */
  files: { cert: string; key: string }
}

const FORM = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes a self-signed certificate for a host name or an IP address, in a folder. `days` is the validity. An address is only in `subjectAltName`. */
export function certificateFor(host: string, folder: string, days = 1): Certificate {
  const files = { cert: join(folder, `${host}.pem`), key: join(folder, `${host}.key`) }
  const [kind, name] = isIP(host) ? ['IP', 'address'] : ['DNS', host]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${kind}:${host}`]
  const written = ['-days', String(days), '-keyout', files.key, '-out', files.cert]
  execFileSync('openssl', ['req', ...FORM, ...subject, ...written], { stdio: 'ignore' })
  return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8'), files }
}
