import type { AnyOperation } from '@roster/core/contract'
import type { Scope } from '@roster/api'

/*
 * What the contract says of power, written down a second time and without the policy of the service, for the table to compare.
 */

/** What an administrator may do, to the records of everybody. */
export const EVERY: readonly Scope[] = [
  'read:users',
  'write:users',
  'delete:users',
  'read:orders',
  'write:orders',
  'read:events',
  'manage:keys',
  'manage:webhooks',
  'manage:clients',
  'read:metrics',
]

/** What a viewer may do, to its own records. */
export const VIEWERS: readonly Scope[] = ['read:users', 'read:orders', 'read:events']

/** Nothing that would not be there without it. */
export const NOTHING: readonly Scope[] = []

/** The scopes that something allows, by its place in the declarations of operations, such as `key before`. */
export type Powers = Partial<Record<AnyOperation['power'][number], readonly Scope[]>>

/** What is asked of a caller: the scope of an operation, and the powers that it declares, in some situation. */
export interface PowerRequest {
  scope: AnyOperation['scope']
  power: AnyOperation['power']
  powers: Powers
}

/** Every scope that the powers of a situation come to. */
export const neededScopes = ({ power, powers }: PowerRequest): Scope[] => [
  ...new Set(power.flatMap((name) => powers[name] ?? [])),
]

/** What a caller with these scopes, who sees the records of everybody where any of them changes something, must be answered. */
export function verdict(held: readonly Scope[], asked: PowerRequest, success: string): string {
  const { scope } = asked
  if (scope !== 'any' && scope !== 'none' && !held.includes(scope as Scope)) return '403 insufficient-scope'
  return neededScopes(asked).every((one) => held.includes(one)) ? success : '403 forbidden'
}

/**
 * Sets of scopes that differ in what they allow: all but that of the operation, which needs to be tried once; it alone; with it, all that is needed but one; all that is
 * needed; and every scope there is. Which one is missing depends on `turn`, so that different callers lack different ones.
 */
export function scopeSets(asked: PowerRequest, turn: number): Scope[][] {
  const own = EVERY.filter((scope) => scope === asked.scope)
  const others = neededScopes(asked).filter((scope) => scope !== asked.scope)
  const missing = others[turn % others.length]
  const butOne = others.filter((scope) => scope !== missing)
  const lacking = EVERY.filter((scope) => scope !== asked.scope)
  return [...(turn === 0 ? [lacking] : []), own, [...own, ...butOne], [...own, ...others], [...EVERY]]
}
