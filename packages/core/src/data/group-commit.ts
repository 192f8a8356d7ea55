import type { EntitySchema } from '@mikro-orm/core'
import type { Driver } from './driver.ts'
import { gathered, type Gathered } from './gathered.ts'
import { insertStatement } from './insert.ts'
import { isOfData, isRefusal } from './refusal.ts'
import type { Statement } from './statement.ts'

/** Maximum number of groups for the same tables that are sent at once. */
const LANES = 2

/** Maximum number of changes that are committed together. */
const MEMBERS = 100

/** Maximum size of a change that is committed with others, in characters. The others would have to wait for all of a larger one. */
const SIZE = 16_384

/** How long a group waits for a lock, in milliseconds. */
const PATIENCE = 20

/** New rows of a change, by table: a JSON array of one or more rows. */
export type Additions = ReadonlyMap<EntitySchema, string>

type Arrays = readonly string[]

/** Commits a change that only adds rows. */
export interface GroupCommit {
  (additions: Additions): Promise<void>
  /** Returns how many changes wait for their group to be sent. */
  waiting(): number
}

/**
 * Returns a function that commits changes which only add rows. Changes to the same tables are one statement when they are made in one turn of the event loop,
 * or while earlier ones are being sent. A statement that the server refuses leaves nothing behind. When its data are at fault, each half is tried by itself,
 * until the faulty change stands alone. Else each change is tried by itself, so that one that waits for a lock delays the others only briefly.
 */
export function groupCommit({ orm, query, tracing }: Driver): GroupCommit {
  const groups = new Map<Statement, Gathered<Arrays, unknown>>()

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

  /** Commits members, and returns for each the error that kept it from being committed, or undefined. */
  async function errorsOf(statement: Statement, members: readonly Arrays[]): Promise<unknown[]> {
    const error = await errorOf(query(statement, joined(members)))
    if (members.length === 1 || !isOfData(error)) return members.map(() => error)
    const middle = members.length >> 1
    const halves = [members.slice(0, middle), members.slice(middle)]
    return (await Promise.all(halves.map((half) => errorsOf(statement, half)))).flat()
  }

  /**
   * Commits a change with others. Returns false where the change is to be tried by itself. Throws the error where the change itself is at fault, or its outcome
   * is unknown.
   */
  async function isCommitted(entities: EntitySchema[], arrays: Arrays): Promise<boolean> {
    if (sizeOf(arrays) > SIZE) return false
    const error = await groupOf(insertStatement(orm.getMetadata(), entities, { patience: PATIENCE }))(arrays)
    if (error === undefined) return true
    if (maySucceedAlone(error)) return false
    throw error
  }

  async function commit(additions: Additions): Promise<void> {
    const entities = [...additions.keys()]
    const arrays = [...additions.values()]
    if (!(await isCommitted(entities, arrays))) await query(insertStatement(orm.getMetadata(), entities), arrays)
  }
  return Object.assign(commit, {
    waiting: () => [...groups.values()].reduce((sum, group) => sum + group.waiting(), 0),
  })
}

/** Whether a change may be committed by itself although its group was refused: its data are not at fault, and nothing of the group is left behind. */
const maySucceedAlone = (error: unknown) => isRefusal(error) && !isOfData(error)

/** Returns the error that a promise is rejected with, or undefined. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

const sizeOf = (arrays: Arrays) => arrays.reduce((size, array) => size + array.length, 0)

/** Returns one array of rows for each table. */
function joined([first = [], ...others]: readonly Arrays[]): Arrays {
  if (others.length === 0) return first
  return first.map((array, table) => concatenated([array, ...others.map((arrays) => arrays[table]!)]))
}

/** Joins several JSON arrays, none of them empty, into one. */
const concatenated = (arrays: Arrays) => `[${arrays.map((array) => array.slice(1, -1)).join()}]`
