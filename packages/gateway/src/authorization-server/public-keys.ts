import type { SigningKey } from '@roster/core/server'
import type { JSONWebKeySet } from 'jose'

/** What may be published of keys (RFC 7517). */
export function publicKeys(keys: SigningKey[]): JSONWebKeySet {
  return { keys: keys.map(({ kty, n, e, kid, alg, use }) => ({ kty: kty!, n: n!, e: e!, kid, alg, use })) }
}
