import { readFileSync } from 'node:fs'
import type { SecureServerOptions } from 'node:http2'

/** Options of a TLS server, 1.2 or later, that speaks HTTP/2 and HTTP/1.1. `certificate` and `key` are PEM files. */
export function tlsOptions(certificate: string, key: string): SecureServerOptions {
  return { cert: readFileSync(certificate), key: readFileSync(key), minVersion: 'TLSv1.2', allowHTTP1: true }
}
