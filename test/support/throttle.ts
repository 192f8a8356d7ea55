import { randomBytes } from 'node:crypto'
import { createSigner } from '@roster/core/server'
import { deviceCookies, memoryStore, type SignInThrottle, signInThrottle, type StoreOf } from '@roster/gateway'
import { SITE } from './service.ts'

/** A throttle as a service has it that counts in such stores. Default: in this process. */
export const throttleIn = (storeOf: StoreOf = memoryStore): SignInThrottle =>
  signInThrottle(storeOf, deviceCookies(createSigner([randomBytes(32)], 'device-cookie'), SITE))
