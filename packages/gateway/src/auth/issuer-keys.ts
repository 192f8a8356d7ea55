import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { discover } from './discovery.ts'
import { jsonFetcher } from './json-fetcher.ts'

/** How long an issuer's word on where its keys are is taken, in milliseconds. */
const DISCOVERY_AGE = 60 * 60 * 1_000

/** How long its keys are taken without asking again, and the least time between two questions for unknown keys, in milliseconds. */
const KEYS_AGE = 10 * 60 * 1_000
const KEYS_PAUSE = 5_000

const keySet = z.looseObject({ keys: z.array(z.record(z.string(), z.unknown())) })

/**
 * Finds keys of an external issuer: in its key set, that its discovery document leads to. Both are kept; the key set is read again for a key
 * that is not in it, by one request at a time. Throws `unavailable` where the issuer does not answer: whether a token is good is then not known.
 */
export function issuerKeys(issuer: string): JWTVerifyGetKey {
  const fetchJson = jsonFetcher()
  let found: { at: number; keys: Promise<JWTVerifyGetKey> } | undefined

  async function findKeys(): Promise<JWTVerifyGetKey> {
    const address = await discover(issuer, fetchJson)
    return createRemoteJWKSet(new URL(address), {
      cacheMaxAge: KEYS_AGE,
      cooldownDuration: KEYS_PAUSE,
      [customFetch]: async (url) => Response.json(await fetchJson([url], keySet)),
    })
  }

  /** One discovery at a time; an older one goes on being used where a new one fails. */
  function keysNow(): Promise<JWTVerifyGetKey> {
    const now = performance.now()
    if (found && now - found.at < DISCOVERY_AGE) return found.keys
    const former = found
    const keys = findKeys().catch((error: unknown) => {
      found = former && { ...former, at: now }
      if (former) return former.keys
      throw error
    })
    found = { at: now, keys }
    return keys
  }

  return async (header, token) => {
    const find = await keysNow()
    return find(header, token)
  }
}
