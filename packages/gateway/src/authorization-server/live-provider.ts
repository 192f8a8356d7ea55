import type { SigningKey } from '@roster/core/server'
import type { Provider } from 'oidc-provider'
import { madeOnce } from '../http/made-once.ts'

/** Returns the library, built with the current keys. */
export type LiveProvider = () => Promise<Provider>

/**
 * Returns a function that gives the library with the current keys. The library reads its keys once, so it is built again, in a few milliseconds, when
 * they change.
 */
export function liveProvider(
  keys: { list(): Promise<SigningKey[]> },
  build: (keys: SigningKey[]) => Promise<Provider>,
): LiveProvider {
  let built: { keys: SigningKey[]; provider: LiveProvider } | undefined
  return async () => {
    const now = await keys.list()
    if (built?.keys !== now) built = { keys: now, provider: madeOnce(() => build(now)) }
    return built.provider()
  }
}
