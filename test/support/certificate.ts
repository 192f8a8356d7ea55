import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { isMissing } from './live.ts'

/** Whether tests with certificates run: openssl makes them. With `ROSTER_REQUIRE_OPENSSL=on` they run and fail without it. */
export const hasOpenssl = !isMissing('openssl', 'OPENSSL')

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
