import type { Actor } from '../core/actor.ts'
import type { Action } from './action.ts'
import { type Limited, limitReached } from '#core/operation/limits'
import { Problem } from './problem.ts'

/** Throws `limit-reached` if a maker already holds the maximum number of records. */
export function requireBelowLimit(limited: Limited, held: number, limit: number): void {
  if (held >= limit) throw new Problem('limit-reached', limitReached(limited, held, limit))
}

/** Returns the records that the caller has made. */
export const ownOf = <Record extends { created_by: Actor | null }>({ principal }: Action, records: readonly Record[]) =>
  records.filter(({ created_by }) => created_by?.id === principal.id)
