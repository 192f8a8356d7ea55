import type { StoreOf } from '../http/rate-limit-stores.ts'
import { networkOf } from '../http/client-network.ts'
import { limitFailures, refusal } from '../auth/limit-failures.ts'
import { type SignInThrottle, unthrottled } from '../auth/sign-in-throttle.ts'

/** Throttles of sign-ins, user codes and token requests. */
export interface Attempts {
  signIn: SignInThrottle
  userCode: UserCodeThrottle
  token: TokenThrottle
}

/** Limits token requests by address, whatever the client: the caller makes up the client's name. */
export interface TokenThrottle {
  /** Counts a request from an address. Throws `rate-limited` when the address has made too many. */
  spend(address: string): Promise<void>
}

/** Limits wrong user codes. */
export interface UserCodeThrottle {
  /** Runs an attempt to enter a code and returns its result; undefined counts as a failure of the address. Throws `rate-limited` when too many have failed. */
  attempt<Proof>(address: string, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined>
}

const WRONG_CODES = 10

/** Window that wrong codes are counted in, in seconds. */
const WINDOW = 15 * 60

/** Requests for tokens that an address may make within a minute. */
const TOKEN_REQUESTS = 60

/** Returns a throttle that allows ten wrong codes per address, so that the codes of others cannot be guessed (RFC 8628, section 5.1). */
export function userCodeThrottle(storeOf: StoreOf): UserCodeThrottle {
  const counts = storeOf({ keyPrefix: 'user-code', points: WRONG_CODES, duration: WINDOW })
  return {
    attempt: (address, prove) =>
      limitFailures([[counts, networkOf(address)]], 'Too many wrong codes came from this address.', prove),
  }
}

/** Returns a throttle that allows sixty token requests per minute and address. */
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
