import { readFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import type { OauthClientsCreateBody } from '@roster/sdk'

const certificate = new X509Certificate(readFileSync(new URL('../certificate.pem', import.meta.url)))

/** A client that proves itself by the name in a certificate. */
export const byName = {
  token_endpoint_auth_method: 'tls_client_auth',
  tls_client_auth_subject_dn: 'CN=client.example.com',
} satisfies Partial<OauthClientsCreateBody>

/** A client that proves itself by a certificate of its own. */
export const byCertificate = {
  token_endpoint_auth_method: 'self_signed_tls_client_auth',
  jwks: {
    keys: [{ ...certificate.publicKey.export({ format: 'jwk' }), x5c: [certificate.raw.toString('base64')] }],
  } as NonNullable<OauthClientsCreateBody['jwks']>,
} satisfies Partial<OauthClientsCreateBody>
