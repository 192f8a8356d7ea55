import type { StoreOf } from '../../http/rate-limit-stores.ts'
import { limitFailures } from '../limit-failures.ts'
import { type SignInThrottle, unthrottled } from '../sign-in-throttle.ts'

/** Limits what can be guessed by trying. */
export interface Attempts {
  signIn: SignInThrottle
  userCode: UserCodeThrottle
}

/** Limits wrong user codes. */
export interface UserCodeThrottle {
  /** Runs an attempt to enter a code from an address; undefined is a failure. Throws `rate-limited` when too many have failed. */
  attempt<Proof>(address: string, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined>
}

const WRONG_CODES = 10

/** Seconds that wrong codes are counted for. */
const WINDOW = 15 * 60

/** Ten wrong codes an address, so that those of others can't be guessed (RFC 8628, section 5.1). */
export function userCodeThrottle(storeOf: StoreOf): UserCodeThrottle {
  const counts = storeOf({ keyPrefix: 'roster:user-code', points: WRONG_CODES, duration: WINDOW })
  return {
    attempt: (address, prove) =>
      limitFailures([[counts, address]], 'Too many wrong codes came from this address.', prove),
  }
}

/** Limits nothing. */
export const unlimitedAttempts: Attempts = {
  signIn: unthrottled,
  userCode: { attempt: (_address, prove) => prove() },
}
