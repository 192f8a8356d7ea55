import type { Credential } from './credential.ts'
import { bearer } from './bearer.ts'

/** Milliseconds after which a function that has not settled is called again, since it may never settle. */
const PATIENCE = 30_000

/** Returns a credential from the user's `accessToken` function. Calls that wait at the same time share one call of the function. */
export function tokenFunction(getToken: () => string | Promise<string>): Credential {
  let pending: Promise<string> | undefined
  let askedAt = 0
  const ask = async () => bearer(await getToken(), 'What the `accessToken` function returned')
  return {
    header: 'authorization',
    atHand: undefined,
    value() {
      if (pending && performance.now() - askedAt < PATIENCE) return pending
      askedAt = performance.now()
      const asked = ask().finally(() => {
        if (pending === asked) pending = undefined
      })
      return (pending = asked)
    },
  }
}
