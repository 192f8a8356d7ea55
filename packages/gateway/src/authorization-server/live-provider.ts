import type { SigningKey } from '@roster/core/server'
import type { Provider } from 'oidc-provider'

/** The library with the keys of now. */
export type LiveProvider = () => Promise<Provider>

/** Keeps the library up to date with the keys: it reads them once, so it is built anew, in a few milliseconds, when they change. */
export function liveProvider(
  keys: { list(): Promise<SigningKey[]> },
  build: (keys: SigningKey[]) => Promise<Provider>,
): LiveProvider {
  let built: { keys: SigningKey[]; provider: Promise<Provider> } | undefined
  return async () => {
    const now = await keys.list()
    if (built?.keys !== now) built = { keys: now, provider: build(now) }
    return built.provider
  }
}
