import { usesSecret } from '@roster/core/server'
import type { AdapterPayload } from 'oidc-provider'
import type { StoredClient } from './options.ts'

/** Returns a stored client as metadata of RFC 7591. The hash of the secret stands in place of the secret. */
export function clientMetadata(client: StoredClient): AdapterPayload {
  const { token_endpoint_auth_method: method, secret_hash, tls_client_auth_subject_dn, jwks } = client
  const usesCodes = client.grant_types.includes('authorization_code') && client.redirect_uris.length > 0
  return {
    client_id: client.client_id,
    client_name: client.name,
    grant_types: client.grant_types.filter((type) => usesCodes || type !== 'authorization_code'),
    response_types: usesCodes ? ['code'] : [],
    response_modes: ['query', 'fragment'],
    redirect_uris: [...client.redirect_uris],
    token_endpoint_auth_method: method as NonNullable<AdapterPayload['token_endpoint_auth_method']>,
    ...(usesSecret(client) && { client_secret: secret_hash ?? ENDED }),
    ...(tls_client_auth_subject_dn !== null && { tls_client_auth_subject_dn }),
    ...(jwks !== null && { jwks: structuredClone(jwks) }),
    tls_client_certificate_bound_access_tokens: CERTIFICATE_METHODS.has(method),
    // All scopes that the client may ask for. The library accepts only its own scopes as `scope`.
    allowed_scopes: client.scopes.join(' '),
  }
}

/** Stands for the hash of a secret that has ended. No secret has this hash. */
const ENDED = '-'

/** Authentication methods with a client certificate. Tokens of these clients are bound to the certificate (RFC 8705, section 3). */
const CERTIFICATE_METHODS = new Set(['tls_client_auth', 'self_signed_tls_client_auth'])
