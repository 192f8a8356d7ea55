import { constants } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SecureServerOptions } from 'node:http2'

/**
 * Options of a TLS server, 1.2 or later and without renegotiation, that speaks HTTP/2 and HTTP/1.1. The arguments are PEM files. With `clientAuthorities` it asks callers
 * for a certificate; who shows none, or one that others issued, is served all the same: what a certificate is good for is decided where it is used.
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
