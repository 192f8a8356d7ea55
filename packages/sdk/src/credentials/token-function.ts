import type { Credential } from './credential.ts'
import { bearer } from './bearer.ts'

/** A function that has not answered after so many milliseconds is asked again: it may never do so. */
const PATIENCE = 30_000

/** A credential from the caller's own function, which is asked once for all who wait for it. */
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
