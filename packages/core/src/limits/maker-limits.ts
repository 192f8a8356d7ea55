import { Problem } from '../contract/problem.ts'
import { type Limited, limitReached } from '../operation/limits.ts'
import type { Conditions } from '../data/conditions.ts'
import type { Action } from '../operation/action.ts'

/** The records of a maker that count against a limit. */
interface Holding {
  limited: Limited
  limit: number
  table: string
  /** Conditions of the rows that are the caller's, and count. */
  where: Conditions
}

const lock = { name: 'maker-limit lock', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' }

/**
 * Throws `limit-reached` when the caller has as many records as one maker may have. Another change of the same maker waits for the end of this one. The count
 * is a statement of its own, so that it sees what the change before has committed.
 */
export async function requireBelowLimit(
  { transaction, principal }: Action<unknown>,
  { limited, limit, table, where }: Holding,
): Promise<void> {
  await transaction.query(lock, [`${table} ${principal.id}`])
  const count = { text: `select count(*) as held from "${table}" where ${where.text}` }
  const [row] = await transaction.query<{ held: number }>(count, where.values)
  const { held } = row!
  if (held >= limit) throw new Problem('limit-reached', limitReached(limited, held, limit))
}
