import type { Credential } from './credential.ts'
import { bearer } from './bearer.ts'

/** A credential from the caller's own function, which is asked once for all who wait for it. */
export function tokenFunction(getToken: () => string | Promise<string>): Credential {
  let pending: Promise<string> | undefined
  const ask = async () => bearer(await getToken(), 'What the `accessToken` function returned')
  return {
    header: 'authorization',
    atHand: undefined,
    value: () => (pending ??= ask().finally(() => (pending = undefined))),
  }
}
