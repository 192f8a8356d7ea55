import { randomBytes } from 'node:crypto'
import { createSigner } from '@roster/core/server'
import { deviceCookies, memoryStore, type SignInThrottle, signInThrottle, type StoreOf } from '@roster/gateway'
import { SITE } from './service.ts'

/** Where a throttle counts (default: in this process), and the name of what an account signs in with (default: the same for ever). */
interface Settings {
  storeOf?: StoreOf
  credentialsOf?: (account: string) => Promise<string | undefined>
}

/** A throttle as a service has it, by the time of the machine. */
export function throttleIn({
  storeOf = memoryStore,
  credentialsOf = async () => 'ever',
}: Settings = {}): SignInThrottle {
  const signer = createSigner([randomBytes(32)], 'device-cookie')
  return signInThrottle(storeOf, deviceCookies(signer, SITE, { credentialsOf, now: Date.now }))
}
