import { hash } from 'node:crypto'
import { networkOf } from '../http/client-network.ts'
import type { StoreOf } from '../http/rate-limit-stores.ts'
import type { AttemptingBrowser, DeviceCookies } from './device-cookie.ts'
import { type FailureCount, limitFailures } from './limit-failures.ts'

/**
 * Maximum failures within the window: from an address, for an account from an address, for an account, from a browser that has signed in to the
 * account, and from all browsers whose last sign-in used credentials that have ended since.
 */
const LIMITS = { address: 50, pair: 10, account: 30, browser: 10, former: 30 }

/** Window that failures are counted in, in seconds. */
const WINDOW = 15 * 60

/** The client that makes an attempt. */
export interface Attempter extends AttemptingBrowser {
  address: string
}

/** Limits failed sign-ins, so that passwords cannot be guessed. */
export interface SignInThrottle {
  /**
   * Runs an attempt to prove an account and returns its result; undefined counts as a failure. Throws `rate-limited` with `Retry-After`, without
   * running the attempt, when too many have failed.
   */
  attempt<Proof>(account: string, by: Attempter, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined>
  /** Returns the `Set-Cookie` header that marks a browser as signed in to an account, or undefined when the throttle counts nothing. */
  remember(account: string, by: Attempter): Promise<string | undefined>
}

/** A throttle that lets everything pass. */
export const unthrottled: SignInThrottle = {
  attempt: (_account, _by, prove) => prove(),
  remember: async () => undefined,
}

/**
 * Returns a throttle that counts in these stores. An account is counted under the hash of its name, whether it exists or not. A browser that has
 * signed in to the account before has its own count, so that the failures of others do not lock it out. Browsers that signed in with a former
 * password also share one count: a person who knew that password may have signed in with many.
 */
export function signInThrottle(storeOf: StoreOf, devices: DeviceCookies): SignInThrottle {
  const make = (name: keyof typeof LIMITS) =>
    storeOf({ keyPrefix: `sign-in:${name}`, points: LIMITS[name], duration: WINDOW })
  const stores = { address: make('address'), pair: make('pair'), account: make('account') }
  const known = { browser: make('browser'), former: make('former') }

  async function countsOf(account: string, by: Attempter): Promise<FailureCount[]> {
    const name = hash('sha256', account, 'base64url')
    const browser = await devices.known(account, by)
    if (browser) {
      const own: FailureCount = [known.browser, `${name}:${browser.id}`]
      return browser.isCurrent ? [own] : [own, [known.former, name]]
    }
    const network = networkOf(by.address)
    return [
      [stores.address, network],
      [stores.pair, `${name}:${network}`],
      [stores.account, name],
    ]
  }

  return {
    attempt: async (account, by, prove) =>
      limitFailures(await countsOf(account, by), 'Too many attempts to sign in have failed.', prove),
    remember: (account, by) => devices.remember(account, by),
  }
}
