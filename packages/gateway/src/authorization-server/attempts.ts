import type { StoreOf } from '../http/rate-limit-stores.ts'
import { networkOf } from '../http/client-network.ts'
import { limitFailures, refusal } from '../auth/limit-failures.ts'
import { type SignInThrottle, unthrottled } from '../auth/sign-in-throttle.ts'

/** Limits what can be guessed by trying. */
export interface Attempts {
  signIn: SignInThrottle
  userCode: UserCodeThrottle
  token: TokenThrottle
}

/** Limits requests for tokens, whatever the client: what names it is made up by the caller. */
export interface TokenThrottle {
  /** Counts a request from an address. Throws `rate-limited` when too many came from there. */
  spend(address: string): Promise<void>
}

/** Limits wrong user codes. */
export interface UserCodeThrottle {
  /** Runs an attempt to enter a code from an address; undefined is a failure. Throws `rate-limited` when too many have failed. */
  attempt<Proof>(address: string, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined>
}

const WRONG_CODES = 10

/** Seconds that wrong codes are counted for. */
const WINDOW = 15 * 60

/** Requests for tokens that an address may make within a minute. */
const TOKEN_REQUESTS = 60

/** Ten wrong codes an address, so that those of others can't be guessed (RFC 8628, section 5.1). */
export function userCodeThrottle(storeOf: StoreOf): UserCodeThrottle {
  const counts = storeOf({ keyPrefix: 'user-code', points: WRONG_CODES, duration: WINDOW })
  return {
    attempt: (address, prove) =>
      limitFailures([[counts, networkOf(address)]], 'Too many wrong codes came from this address.', prove),
  }
}

/** Sixty requests for tokens a minute and address. */
export function tokenThrottle(storeOf: StoreOf): TokenThrottle {
  const counts = storeOf({ keyPrefix: 'token-address', points: TOKEN_REQUESTS, duration: 60 })
  return {
    async spend(address) {
      await counts.consume(networkOf(address)).catch((state: unknown) => {
        throw refusal(state, `An address may ask for ${TOKEN_REQUESTS} tokens a minute.`)
      })
    },
  }
}

/** Limits nothing. */
export const unlimitedAttempts: Attempts = {
  signIn: unthrottled,
  userCode: { attempt: (_address, prove) => prove() },
  token: { spend: async () => {} },
}
