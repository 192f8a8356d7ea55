import { Problem } from '@roster/api'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'

/** Limits what can be guessed by trying. */
export interface Attempts {
  signIn: {
    /** Runs an attempt of an account from an address; undefined is a failure. Throws `rate-limited` when too many have failed. */
    attempt<Proof>(
      account: string,
      address: string,
      prove: () => Promise<Proof | undefined>,
    ): Promise<Proof | undefined>
  }
  userCode: UserCodeThrottle
}

/** Limits wrong user codes. */
export interface UserCodeThrottle {
  /** Throws `rate-limited` when too many wrong codes came from an address. */
  require(address: string): Promise<void>
  /** Notes a wrong code. */
  fail(address: string): Promise<void>
}

/** Where tries are counted. */
type StoreOf = (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract

const WRONG_CODES = 10

/** Seconds that wrong codes are counted for. */
const WINDOW = 15 * 60

/** Ten wrong codes an address, so that those of others can't be guessed (RFC 8628, section 5.1). */
export function userCodeThrottle(storeOf: StoreOf): UserCodeThrottle {
  const counts = storeOf({ keyPrefix: 'roster:user-code', points: WRONG_CODES, duration: WINDOW })
  return {
    async require(address) {
      const state = await counts.get(address)
      if (!state || state.consumedPoints < WRONG_CODES) return
      const wait = Math.max(Math.ceil(state.msBeforeNext / 1_000), 1)
      throw new Problem('rate-limited', `Too many wrong codes came from this address. Try again in ${wait} s.`, {
        headers: { 'retry-after': String(wait) },
      })
    },
    async fail(address) {
      await counts.penalty(address)
    },
  }
}

/** Limits nothing. */
export const unlimitedAttempts: Attempts = {
  signIn: { attempt: (_account, _address, prove) => prove() },
  userCode: { require: async () => {}, fail: async () => {} },
}
