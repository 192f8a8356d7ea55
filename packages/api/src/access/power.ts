import type { Principal } from '../contract/principal.ts'
import { access, type Role } from '../contract/scopes.ts'
import { type Power, Powers } from './powers.ts'

export type { Power } from './powers.ts'

/** `Powers` by the policy of this application; the functions below are its methods. */
const powers = new Powers(access)

export const powerOfPrincipal = (principal: Principal): Power => powers.ofPrincipal(principal)
export const powerOfUser = (user: { id: string; role: Role }): Power => powers.ofUser(user)
export const powerOfRecord = (user: { id: string; role: Role }): Power => powers.ofRecord(user)
export const powerOfKey = (key: Parameters<Powers['ofKey']>[0]): Power => powers.ofKey(key)
export const powerOfScopes = (scopes: readonly string[]): Power => powers.ofScopes(scopes)
export const requirePower = (...call: Parameters<Powers['requireHeld']>): void => powers.requireHeld(...call)
