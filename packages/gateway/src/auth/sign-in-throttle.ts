import { hash } from 'node:crypto'
import { networkOf } from '../http/client-network.ts'
import type { StoreOf } from '../http/rate-limit-stores.ts'
import type { DeviceCookies } from './device-cookie.ts'
import { type FailureCount, limitFailures } from './limit-failures.ts'

/**
 * Failures that are taken within the window: from an address, for an account from an address, for an account, from a browser that has
 * signed in to it, and from all of those whose last sign-in was with what has ended since.
 */
const LIMITS = { address: 50, pair: 10, account: 30, browser: 10, former: 30 }

/** In seconds. */
const WINDOW = 15 * 60

/** Who makes an attempt. */
export interface Attempter {
  address: string
  /** The header `Cookie` of the request. */
  cookies: string | undefined
}

/** Keeps passwords from being guessed. */
export interface SignInThrottle {
  /**
   * Runs an attempt to prove that one is an account, and returns what it returns; undefined is a failure, and counts. Throws `rate-limited`
   * with `Retry-After` when too many have failed, and then does not run it.
   */
  attempt<Proof>(account: string, by: Attempter, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined>
  /** `Set-Cookie` by which a browser that has signed in to an account is known from now on; undefined where nothing is counted. */
  remember(account: string, by: Attempter): Promise<string | undefined>
}

/** A throttle that lets everything pass. */
export const unthrottled: SignInThrottle = {
  attempt: (_account, _by, prove) => prove(),
  remember: async () => undefined,
}

/**
 * A throttle that counts in these stores. An account is counted under the hash of its name, whether it exists or not. A browser that has
 * signed in to it before has a count of its own, so that the failures of others do not lock it out. Whoever knew a former password may have
 * signed in with many, so those of former passwords are counted together as well.
 */
export function signInThrottle(storeOf: StoreOf, devices: DeviceCookies): SignInThrottle {
  const make = (name: keyof typeof LIMITS) =>
    storeOf({ keyPrefix: `sign-in:${name}`, points: LIMITS[name], duration: WINDOW })
  const stores = { address: make('address'), pair: make('pair'), account: make('account') }
  const known = { browser: make('browser'), former: make('former') }

  async function countsOf(account: string, { address, cookies }: Attempter): Promise<FailureCount[]> {
    const name = hash('sha256', account, 'base64url')
    const browser = await devices.known(account, cookies)
    if (browser) {
      const own: FailureCount = [known.browser, `${name}:${browser.id}`]
      return browser.isCurrent ? [own] : [own, [known.former, name]]
    }
    const network = networkOf(address)
    return [
      [stores.address, network],
      [stores.pair, `${name}:${network}`],
      [stores.account, name],
    ]
  }

  return {
    attempt: async (account, by, prove) =>
      limitFailures(await countsOf(account, by), 'Too many attempts to sign in have failed.', prove),
    remember: (account, { cookies }) => devices.remember(account, cookies),
  }
}
