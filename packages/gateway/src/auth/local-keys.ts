import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { jose } from './jose.ts'

/**
 * Returns a function that finds keys among the service's own signing keys. Calls `publicKeys` for each token to verify, and reuses the prepared key
 * set while `publicKeys` returns the same object.
 */
export function localKeys(publicKeys: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let last: { set: JSONWebKeySet; find: JWTVerifyGetKey } | undefined
  return async (header, token) => {
    const set = await publicKeys()
    if (last?.set !== set) last = { set, find: jose().createLocalJWKSet(set) }
    return last.find(header, token)
  }
}
