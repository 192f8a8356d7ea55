import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** The certificate that a caller showed in the TLS handshake, and whether an authority that is trusted here issued it. */
export function certificateShown({
  socket,
}: IncomingMessage): { x509: X509Certificate; isVerified: boolean } | undefined {
  const { getPeerX509Certificate, authorized } = socket as Partial<TLSSocket>
  const x509 = getPeerX509Certificate?.call(socket)
  return x509 && { x509, isVerified: authorized === true }
}
