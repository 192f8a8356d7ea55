import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Limits what can be guessed by trying. */
export interface Attempts {
  signIn: Throttle<{ email: string; address: string }>
  userCode: Throttle<string>
}

/** Counts wrong tries of somebody. */
export interface Throttle<Subject> {
  /** Seconds until the next try is let through; undefined while it is. */
  wait(subject: Subject): Promise<number | undefined>
  /** Notes a wrong try. */
  fail(subject: Subject): Promise<void>
}

/** Seconds that wrong tries are counted for. */
const WINDOW = 15 * 60

const WRONG_USER_CODES = 10

/** Ten wrong user codes an address, so that those of others can't be guessed (RFC 8628, section 5.1). Counts in this process. */
export function userCodeThrottle(): Throttle<string> {
  const counts = new RateLimiterMemory({ keyPrefix: 'user-code', points: WRONG_USER_CODES, duration: WINDOW })
  return {
    async wait(address) {
      const state = await counts.get(address)
      return state && state.consumedPoints >= WRONG_USER_CODES ? Math.ceil(state.msBeforeNext / 1_000) : undefined
    },
    async fail(address) {
      await counts.penalty(address)
    },
  }
}

/** A throttle that does not limit. */
export const unthrottled: Throttle<unknown> = { wait: async () => undefined, fail: async () => {} }
