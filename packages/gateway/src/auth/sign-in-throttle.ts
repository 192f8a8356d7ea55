import { hash } from 'node:crypto'
import { Problem } from '@roster/api'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { StoreOf } from '../http/rate-limit-stores.ts'

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
      const taken = await takeAll([
        [byAddress, address],
        [byPair, `${name}:${address}`],
        [byAccount, name],
      ])
      try {
        const proof = await prove()
        if (proof !== undefined) await giveBack(taken)
        return proof
      } catch (error) {
        await giveBack(taken)
        throw error
      }
    },
  }
}

type Counter = [store: RateLimiterAbstract, key: string]

/** Counts the attempt before it is made, so that many at once cannot pass the limit together. What is refused does not count. */
async function takeAll(counters: readonly Counter[]): Promise<Counter[]> {
  const taken: Counter[] = []
  for (const counter of counters) {
    const [store, key] = counter
    taken.push(counter)
    try {
      await store.consume(key)
    } catch (state) {
      await giveBack(taken)
      throw state instanceof RateLimiterRes ? tooMany(state) : state
    }
  }
  return taken
}

async function giveBack(counters: readonly Counter[]): Promise<void> {
  await Promise.all(counters.map(([store, key]) => store.reward(key)))
}

function tooMany({ msBeforeNext }: RateLimiterRes): Problem {
  const wait = Math.max(Math.ceil(msBeforeNext / 1_000), 1)
  return new Problem('rate-limited', `Too many attempts to sign in have failed. Try again in ${wait} s.`, {
    headers: { 'retry-after': String(wait) },
  })
}
