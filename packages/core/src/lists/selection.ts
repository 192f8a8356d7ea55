import { MAX_LIMIT } from '../contract/lists.ts'
import type { Conditions } from '../data/conditions.ts'
import { quoted } from '../data/quoted.ts'
import type { Position } from './cursor.ts'

/** A list as SQL. Its names come from resources, never from callers, except that of the column in its order. */
export interface Selection {
  table: string
  columns: readonly string[]
  /** The column that identifies a record, and breaks ties of the order. Default: `id`. */
  key?: string
  /** Conditions on the records, with their values, which the indexes of the sort orders answer. */
  where: Conditions
  /** Another condition on the records, for one that perhaps only few records satisfy. */
  filter?: Filter | undefined
}

/** One condition of a list in two forms; each is added to other conditions. */
export interface Filter {
  /** Form for records at hand: cheap to check, one by one. */
  checked: (conditions: Conditions) => Conditions
  /** Form for all records: an index finds those that satisfy it. */
  indexed: (conditions: Conditions) => Conditions
}

/** The order of a list: by a column, ties by the key. */
export interface Order {
  sort: string
  order: 'asc' | 'desc'
}

/** A stretch of a list, in an order. */
export interface Stretch extends Order {
  limit: number
  offset: number
  /** The position after which the stretch begins. Default: the top of the list. */
  after?: Position | undefined
}

export type Row = Record<string, unknown>

/** Maximum number of records that are read at once: those of a page, and the one that tells whether another page follows. */
export const MOST = MAX_LIMIT + 1

/** Returns SQL for what sorts a list. */
export function sorting({ sort, order }: Order, key: string): string {
  return sort === key ? `"${key}" ${order}` : `${quoted(sort)} ${order}, "${key}" ${order}`
}

/** Returns SQL for the condition that a record comes after a position. `member` returns SQL for a member of the position, and is called for those that matter. */
export function beyond({ sort, order }: Order, key: string, member: (name: keyof Position) => string): string {
  const next = order === 'asc' ? '>' : '<'
  if (sort === key) return `"${key}" ${next} ${member('id')}`
  return `(${quoted(sort)}, "${key}") ${next} (${member('value')}, ${member('id')})`
}
