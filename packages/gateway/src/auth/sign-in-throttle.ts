import { hash } from 'node:crypto'
import type { StoreOf } from '../http/rate-limit-stores.ts'
import { type FailureCount, limitFailures } from './limit-failures.ts'

/** Failures that are taken within the window: from an address, for an account from an address, and for an account. */
const LIMITS = { address: 50, pair: 10, account: 30 }

/** In seconds. */
const WINDOW = 15 * 60

/** Keeps passwords from being guessed. */
export interface SignInThrottle {
  /**
   * Runs an attempt to prove that one is an account, and returns what it returns; undefined is a failure, and counts. Throws `rate-limited`
   * with `Retry-After` when too many have failed, and then does not run it.
   */
  attempt<Proof>(account: string, address: string, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined>
}

/** A throttle that lets everything pass. */
export const unthrottled: SignInThrottle = { attempt: (_account, _address, prove) => prove() }

/** A throttle that counts in these stores. An account is counted under the hash of its name, whether it exists or not. */
export function signInThrottle(storeOf: StoreOf): SignInThrottle {
  const make = (name: keyof typeof LIMITS) =>
    storeOf({ keyPrefix: `roster:sign-in:${name}`, points: LIMITS[name], duration: WINDOW })
  const [byAddress, byPair, byAccount] = [make('address'), make('pair'), make('account')]

  return {
    async attempt(account, address, prove) {
      const name = hash('sha256', account, 'base64url')
      const counts: FailureCount[] = [
        [byAddress, address],
        [byPair, `${name}:${address}`],
        [byAccount, name],
      ]
      return limitFailures(counts, 'Too many attempts to sign in have failed.', prove)
    },
  }
}
