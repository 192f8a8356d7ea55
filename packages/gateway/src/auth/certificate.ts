import { createHash, X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { compile } from '@fastify/proxy-addr'
import { Problem } from '@roster/core/contract'

/** The certificate that a caller showed in the TLS handshake. */
export interface ClientCertificate {
  x509: X509Certificate
  /** SHA-256 of the certificate's DER form in base64url: `x5t#S256` (RFC 8705, section 3.1). */
  thumbprint: string
  /** Whether a certificate authority trusted here issued the certificate. A certificate from a trusted proxy counts as verified. */
  isVerified: boolean
}

/** Returns the client certificate of a request, or undefined when there is none. It proves possession of a key; alone it is no credential. */
export type CertificateOf = (request: IncomingMessage) => ClientCertificate | undefined

/** The proxies between callers and this service. */
export interface Proxies {
  /** All trusted proxies, as a number of hops or as addresses (the setting `TRUST_PROXY`). Default: none. */
  trusted?: number | readonly string[] | undefined
  /** Addresses of the proxies that check client certificates and accept no `Client-Cert` from callers (the setting `TRUST_CLIENT_CERT`). Default: none. */
  withCertificates?: readonly string[] | undefined
}

/**
 * Returns a function that reads client certificates: from `Client-Cert` when the peer is listed in `withCertificates` (RFC 9440), else from the
 * connection.
 * Ignores the `Client-Cert` header of any other peer, so that a token bound to a forged certificate is refused.
 * Never takes a proxy's own TLS certificate for the caller's.
 */
export function certificateReader({ trusted, withCertificates = [] }: Proxies = {}): CertificateOf {
  const [isProxy, checksCertificates] = [peerCheck(trusted ?? 0), peerCheck(withCertificates)]
  return (request) => {
    const address = request.socket.remoteAddress ?? ''
    if (checksCertificates(address)) return forwarded(request)
    return isProxy(address) ? undefined : shown(request.socket as TLSSocket)
  }
}

function peerCheck(trusted: number | readonly string[]): (address: string) => boolean {
  if (typeof trusted === 'number') return () => trusted > 0
  const isListed = compile([...trusted])
  return (address) => address !== '' && isListed(address, 0)
}

function shown(socket: Partial<TLSSocket>): ClientCertificate | undefined {
  const x509 = socket.getPeerX509Certificate?.()
  return x509 && certificateFrom(x509, socket.authorized === true)
}

/** A byte sequence of structured fields (RFC 9651, section 3.3.5). */
const BYTES = /^:([A-Za-z0-9+/]+={0,2}):$/

function forwarded({ headers: { 'client-cert': header } }: IncomingMessage): ClientCertificate | undefined {
  if (header === undefined) return undefined
  try {
    const [, base64] = BYTES.exec(String(header))!
    return certificateFrom(new X509Certificate(Buffer.from(base64!, 'base64')), true)
  } catch (cause) {
    throw new Problem(
      'bad-request',
      'The proxy sent a Client-Cert header that is not one certificate in the form of RFC 9440: DER in base64 between colons.',
      { cause },
    )
  }
}

function certificateFrom(x509: X509Certificate, isVerified: boolean): ClientCertificate {
  return { x509, thumbprint: createHash('sha256').update(x509.raw).digest('base64url'), isVerified }
}
