import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { discover } from './discovery.ts'
import { jose } from './jose.ts'
import { jsonFetcher } from './json-fetcher.ts'

/** How long the discovered URL of an issuer's key set is used, in milliseconds. */
const DISCOVERY_AGE = 60 * 60 * 1_000

/** How long a key set is used before it is read again, and the minimum time between two reads for unknown keys, in milliseconds. */
const KEYS_AGE = 10 * 60 * 1_000
const KEYS_PAUSE = 5_000

/** How long a key set is used while the issuer does not answer, in milliseconds. */
const STALE_KEYS_AGE = 24 * 60 * 60 * 1_000

const keySet = z.looseObject({ keys: z.array(z.record(z.string(), z.unknown())) })

/**
 * Returns a function that finds keys of an external issuer, in the key set that its discovery document names. Both are cached. For an unknown key the
 * key set is read again, one request at a time. While the issuer does not answer, known keys are used for a day; an unknown key throws `unavailable`,
 * since the issuer may have it.
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

  /** Discovers the key set, one request at a time. When a new discovery fails, the previous one stays in use. */
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

/**
 * Returns a reader. When a read fails, the reader returns its last response until that response is older than `maxAge` milliseconds
 * ("stale-if-error", RFC 5861).
 */
function lastResponse<T>(read: (url: string) => Promise<T>, maxAge: number) {
  let last: { at: number; answer: T } | undefined
  return {
    /** Error of the last read; undefined when it succeeded. */
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
