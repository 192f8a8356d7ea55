import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { discover } from './discovery.ts'
import { jose } from './jose.ts'
import { jsonFetcher } from './json-fetcher.ts'

/** How long an issuer's word on where its keys are is taken, in milliseconds. */
const DISCOVERY_AGE = 60 * 60 * 1_000

/** How long its keys are taken without asking again, and the least time between two questions for unknown keys, in milliseconds. */
const KEYS_AGE = 10 * 60 * 1_000
const KEYS_PAUSE = 5_000

/** How long they are taken where the issuer can't be asked, in milliseconds. */
const STALE_KEYS_AGE = 24 * 60 * 60 * 1_000

const keySet = z.looseObject({ keys: z.array(z.record(z.string(), z.unknown())) })

/**
 * Finds keys of an external issuer: in its key set, that its discovery document leads to. Both are kept; the key set is read again for a key
 * that is not in it, by one request at a time. Where the issuer does not answer, keys that are known go on being used for a day, and any other
 * throws `unavailable`: whether there is such a key is then not known.
 */
export function issuerKeys(issuer: string): JWTVerifyGetKey {
  const fetchJson = jsonFetcher()
  const readKeys = lastResponse((url) => fetchJson([url], keySet), STALE_KEYS_AGE)
  let found: { at: number; keys: Promise<JWTVerifyGetKey> } | undefined

  async function findKeys(): Promise<JWTVerifyGetKey> {
    const address = await discover(issuer, fetchJson)
    const { createRemoteJWKSet, customFetch } = jose()
    return createRemoteJWKSet(new URL(address), {
      cacheMaxAge: KEYS_AGE,
      cooldownDuration: KEYS_PAUSE,
      [customFetch]: async (url: string) => Response.json(await readKeys.read(url)),
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
    try {
      return await find(header, token)
    } catch (error) {
      throw error instanceof jose().errors.JWKSNoMatchingKey ? (readKeys.failure ?? error) : error
    }
  }
}

/** Reads something again and again. Where that fails, its last answer is given for as long as it is not too old ("stale-if-error", RFC 5861). */
function lastResponse<T>(read: (url: string) => Promise<T>, maxAge: number) {
  let last: { at: number; answer: T } | undefined
  return {
    /** Why the last attempt has failed; undefined where it has not. */
    failure: undefined as unknown,
    async read(url: string): Promise<T> {
      try {
        last = { at: performance.now(), answer: await read(url) }
        this.failure = undefined
      } catch (error) {
        this.failure = error
        if (!last || performance.now() - last.at > maxAge) throw error
      }
      return last.answer
    },
  }
}
