import type { EntitySchema } from '@mikro-orm/core'
import type { Driver } from './driver.ts'
import { gathered } from './gathered.ts'
import { insertStatement } from './insert.ts'
import { isRefusal, isViolation } from './refusal.ts'
import type { Statement } from './statement.ts'

/** How many groups that add to the same tables are on their way at once. */
const LANES = 2

/** Most changes that are committed together. */
const MEMBERS = 100

/** Most characters of a change that is committed with others: they would wait for all of a larger one. */
const SIZE = 16_384

/** How long a group waits for a lock, in milliseconds. */
const PATIENCE = 20

/** New rows of a change: by table, a JSON array of one or more. */
export type Additions = ReadonlyMap<EntitySchema, string>

type Arrays = readonly string[]

/**
 * Makes what commits changes that only add rows. Those that are made in one turn of the event loop, or while earlier ones are on their way, are one
 * statement when they add to the same tables. One that the server refuses leaves nothing behind: where it breaks a constraint each half is tried by
 * itself, until whose fault it is stands alone; else each change is tried by itself, so that who waits for a lock holds up nobody else for long.
 */
export function groupCommit({ orm, query, tracing }: Driver): (additions: Additions) => Promise<void> {
  const groups = new Map<Statement, (arrays: Arrays) => Promise<unknown>>()

  function groupOf(statement: Statement) {
    const known = groups.get(statement)
    if (known) return known
    const group = gathered((members: Arrays[]) => errorsOf(statement, members), {
      most: MEMBERS,
      lanes: LANES,
      tracing,
    })
    groups.set(statement, group)
    return group
  }

  /** Commits members, and says of each why it is not committed. */
  async function errorsOf(statement: Statement, members: readonly Arrays[]): Promise<unknown[]> {
    const error = await errorOf(query(statement, joined(members)))
    if (members.length === 1 || !isViolation(error)) return members.map(() => error)
    const middle = members.length >> 1
    const halves = [members.slice(0, middle), members.slice(middle)]
    return (await Promise.all(halves.map((half) => errorsOf(statement, half)))).flat()
  }

  /** Whether a change is committed; not where it is to be tried by itself. Throws what is its own fault, and where its outcome is not known. */
  async function isCommitted(entities: EntitySchema[], arrays: Arrays): Promise<boolean> {
    if (sizeOf(arrays) > SIZE) return false
    const error = await groupOf(insertStatement(orm.getMetadata(), entities, { patience: PATIENCE }))(arrays)
    if (isViolation(error) || (error && !isRefusal(error))) throw error
    return !error
  }

  return async (additions) => {
    const entities = [...additions.keys()]
    const arrays = [...additions.values()]
    if (!(await isCommitted(entities, arrays))) await query(insertStatement(orm.getMetadata(), entities), arrays)
  }
}

/** What a promise is rejected with. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

const sizeOf = (arrays: Arrays) => arrays.reduce((size, array) => size + array.length, 0)

/** One array of rows for each table. */
function joined([first = [], ...others]: readonly Arrays[]): Arrays {
  if (others.length === 0) return first
  return first.map((array, table) => concatenated([array, ...others.map((arrays) => arrays[table]!)]))
}

/** One JSON array of several that are not empty. */
const concatenated = (arrays: Arrays) => `[${arrays.map((array) => array.slice(1, -1)).join()}]`
