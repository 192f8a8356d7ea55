import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { jose } from './jose.ts'

/**
 * Finds keys among those this service signs with. `publicKeys` is asked for each token that is verified; what was made of its answer is kept
 * as long as it gives the same object.
 */
export function localKeys(publicKeys: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let last: { set: JSONWebKeySet; find: JWTVerifyGetKey } | undefined
  return async (header, token) => {
    const set = await publicKeys()
    if (last?.set !== set) last = { set, find: jose().createLocalJWKSet(set) }
    return last.find(header, token)
  }
}
