import type { Session } from 'oidc-provider'
import type { Provider } from './library.ts'
import type { ProviderOptions } from './options.ts'

/**
 * Makes a sign-out end the sign-in with all grants made through it, as the page says, before the library forgets the browser's session. After a
 * failure the user is still signed in and can try again. The library would delete the session alone, and a concurrent request would store it again.
 */
export function endAllAtSignOut({ Session: { prototype } }: Provider, { artifacts }: ProviderOptions): void {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its session.
  const { destroy } = prototype
  prototype.destroy = async function signOut(this: Session) {
    await artifacts.signOut(this.uid)
    await destroy.call(this)
  }
}
