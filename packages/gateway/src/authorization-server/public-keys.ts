import type { SigningKey } from '@roster/core/server'
import type { JSONWebKeySet } from 'jose'

/** Returns the public parts of signing keys as a key set (RFC 7517). */
export function publicKeys(keys: SigningKey[]): JSONWebKeySet {
  return { keys: keys.map(({ kty, n, e, kid, alg, use }) => ({ kty: kty!, n: n!, e: e!, kid, alg, use })) }
}
