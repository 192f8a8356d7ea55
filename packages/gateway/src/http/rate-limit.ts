import { Problem } from '@roster/core/contract'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'

/** Names of the quotas: reads, writes, requests without a known caller, and token requests. */
export type QuotaName = 'read' | 'write' | 'anonymous' | 'token'

/** Limits of the quotas, in requests a minute. */
export type Quotas = Record<QuotaName, number>

/** Default limits of the quotas, in requests a minute. */
export const DEFAULT_QUOTAS: Quotas = { read: 600, write: 120, anonymous: 60, token: 10 }

/** Window of a quota, in seconds. */
export const WINDOW = 60

type Headers = Record<string, string>

/** Counts a request against a quota. */
export interface RateLimiter {
  /** Counts a request of a subject, a principal or an address. Returns the headers with the remaining quota. Throws `rate-limited` when none is left. */
  spend(quota: QuotaName, subject: string): Promise<Headers>
  /** Returns the headers of `spend` without counting a request. */
  peek(quota: QuotaName, subject: string): Promise<Headers>
}

/** Returns a limiter that counts in these stores, one for each quota. */
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

/** Returns the de-facto headers and those of the IETF's draft (draft-ietf-httpapi-ratelimit-headers). */
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
