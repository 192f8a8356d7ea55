import { Problem } from '@roster/core/contract'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'

/** What is counted apart: reads, writes, requests of nobody known, and requests for tokens. */
export type QuotaName = 'read' | 'write' | 'anonymous' | 'token'

/** Requests a minute. */
export type Quotas = Record<QuotaName, number>

/** The quotas where the settings do not say, in requests a minute. */
export const DEFAULT_QUOTAS: Quotas = { read: 600, write: 120, anonymous: 60, token: 10 }

/** Seconds that a quota is for. */
export const WINDOW = 60

type Headers = Record<string, string>

/** Counts a request against a quota. */
export interface RateLimiter {
  /** Headers that say what is left for this subject: a principal, or an address. Throws `rate-limited` when nothing is. */
  spend(quota: QuotaName, subject: string): Promise<Headers>
  /** The same headers, without counting anything. */
  peek(quota: QuotaName, subject: string): Promise<Headers>
}

/** A limiter that counts in these stores, one a quota. */
export function rateLimiter(quotas: Quotas, stores: Record<QuotaName, RateLimiterAbstract>): RateLimiter {
  return {
    async spend(name, subject) {
      try {
        return headersOf(name, quotas[name], await stores[name].consume(subject))
      } catch (state) {
        if (!(state instanceof RateLimiterRes)) throw state
        throw limited(name, quotas[name], state)
      }
    },
    async peek(name, subject) {
      const state = await stores[name].get(subject)
      return headersOf(name, quotas[name], state ?? untouched(quotas[name]))
    },
  }
}

/** A limiter that does not limit. */
export const unlimited: RateLimiter = { spend: async () => ({}), peek: async () => ({}) }

function limited(name: QuotaName, limit: number, state: RateLimiterRes): Problem {
  const wait = secondsLeft(state)
  const detail = `The quota of ${limit} ${name} requests a minute is used up. Try again in ${wait} s.`
  return new Problem('rate-limited', detail, {
    headers: { ...headersOf(name, limit, state), 'retry-after': String(wait) },
  })
}

/** The de-facto headers, and those of the IETF's draft (draft-ietf-httpapi-ratelimit-headers). */
function headersOf(name: QuotaName, limit: number, state: RateLimiterRes): Headers {
  const left = String(Math.max(state.remainingPoints, 0))
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': left,
    ratelimit: `"${name}";r=${left};t=${secondsLeft(state)}`,
    'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW}`,
  }
}

const untouched = (limit: number) => new RateLimiterRes(limit, WINDOW * 1_000)

const secondsLeft = ({ msBeforeNext }: RateLimiterRes) => Math.min(Math.max(Math.ceil(msBeforeNext / 1_000), 1), WINDOW)
