import { constants } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SecureServerOptions } from 'node:http2'

/**
 * Returns the options of a TLS server, 1.2 or later and without renegotiation, for HTTP/2 and HTTP/1.1. The arguments are paths of PEM files. With
 * `clientAuthorities` the server asks callers for a certificate. It also serves a caller without one, or with one of another issuer: the code that
 * uses a certificate decides what it is good for.
 */
export function tlsOptions(certificate: string, key: string, clientAuthorities?: string): SecureServerOptions {
  return {
    cert: readFileSync(certificate),
    key: readFileSync(key),
    minVersion: 'TLSv1.2',
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    allowHTTP1: true,
    ...(clientAuthorities && { ca: readFileSync(clientAuthorities), requestCert: true, rejectUnauthorized: false }),
  }
}
