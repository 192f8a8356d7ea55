import { randomBytes } from 'node:crypto'
import { createSigner, type Query } from '@roster/core/server'
import { deviceCookies, memoryStore, type SignInThrottle, signInThrottle, type StoreOf } from '@roster/gateway'
import { SITE } from './service.ts'

/** Store of a throttle's counts (default: in this process), and the name of an account's current credentials (default: constant). */
interface Settings {
  storeOf?: StoreOf
  credentialsOf?: (query: Query, account: string) => Promise<string | undefined>
}

/** Returns a throttle like that of a service, with the machine's clock. */
export function throttleIn({
  storeOf = memoryStore,
  credentialsOf = async () => 'ever',
}: Settings = {}): SignInThrottle {
  const signer = createSigner([randomBytes(32)], 'device-cookie')
  return signInThrottle(storeOf, deviceCookies(signer, SITE, { credentialsOf, now: Date.now }))
}
