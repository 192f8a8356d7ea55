import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Page, pageParameters, sortParameters } from '../contract/lists.ts'
import type { Action } from '../operation/action.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import { readCursor, type Walk, writeCursor } from './cursor.ts'
import type { Database } from '../data/database.ts'
import { countRows, readRows } from './rows.ts'
import type { Row, Selection, Stretch } from './selection.ts'

/** Query parameters of every list; each resource adds its own. */
export type ListInput = z.output<z.ZodObject<typeof pageParameters>> &
  Omit<z.output<z.ZodObject<ReturnType<typeof sortParameters>>>, 'sort'> & { sort: string; fields?: string | undefined }

/** The list of a resource. */
export interface Listing extends Selection {
  /** Name of the operation, to which cursors are bound. */
  operation: string
}

/** Returns one page of a list, in the style that the caller asked for: by number, or by cursor. Throws `invalid-parameters` when the caller asks for both. */
export async function listPage<R>(
  action: Action<ListInput>,
  listing: Listing,
  record: (row: never) => R,
): Promise<Page<R>> {
  const { input } = action
  if (input.page !== undefined && input.cursor !== undefined) {
    throw invalid('parameters', [fault('parameters', ['cursor'], 'exclusive', 'cannot be used together with page')])
  }
  const selected = selector(input.fields, listing.key)
  const shape = (rows: Row[]) => rows.map((row) => selected(record(row as never) as Row)) as R[]
  const sorted = withOrder(listing, input.sort)
  return input.cursor === undefined
    ? offsetPage(action, sorted, input.page ?? 1, shape)
    : cursorPage(action, sorted, input.cursor, shape)
}

/** Returns a list that also reads the columns of its order, which its records need not show. */
function withOrder(listing: Listing, sort: string): Listing {
  return { ...listing, columns: [...new Set([...listing.columns, sort, listing.key ?? 'id'])] }
}

async function offsetPage<R>(action: Action<ListInput>, listing: Listing, page: number, shape: (rows: Row[]) => R[]) {
  const { input, database } = action
  const offset = (page - 1) * input.limit
  const [rows, total] = await readCounted(database, listing, { ...input, offset })
  return {
    data: shape(rows),
    pagination: { page, limit: input.limit, total, total_pages: Math.ceil(total / input.limit) },
  }
}

/**
 * Returns a stretch of a list, and the number of records in the whole list. The last page tells this number, so that searches are counted only for other pages.
 * Without a filter rows and count are read at once, and callers in one turn of the event loop share one count.
 */
async function readCounted(database: Database, listing: Listing, stretch: Stretch): Promise<[Row[], total: number]> {
  const counted = listing.filter ? undefined : countRows(database, listing)
  const [rows] = await Promise.all([readRows(database, listing, stretch), counted])
  const isLast = rows.length < stretch.limit && (rows.length > 0 || stretch.offset === 0)
  return [rows, isLast ? stretch.offset + rows.length : await (counted ?? countRows(database, listing))]
}

async function cursorPage<R>(action: Action<ListInput>, listing: Listing, cursor: string, shape: (rows: Row[]) => R[]) {
  const { input, database } = action
  const walk = walkOf(action, listing)
  const after = readCursor(cursor, walk)
  const rows = await readRows(database, listing, { ...input, limit: input.limit + 1, offset: 0, after })
  const has_more = rows.length > input.limit
  const data = rows.slice(0, input.limit)
  const last = data.at(-1)
  const next_cursor =
    has_more && last
      ? writeCursor({ value: String(last[input.sort]), id: String(last[listing.key ?? 'id']) }, walk)
      : null
  return { data: shape(data), next_cursor, has_more }
}

/** Parameters that may change between the pages of a walk. */
const FREE = new Set(['limit', 'fields', 'page', 'cursor'])

/** Returns the walk, bound to the caller and to what selects and orders the list. */
function walkOf(action: Action<ListInput>, listing: Listing): Walk {
  const bound = Object.entries(action.input).filter(([name]) => !FREE.has(name))
  const text = JSON.stringify([listing.operation, action.principal.id, Object.fromEntries(bound)])
  const binding = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { signer: action.signer, binding, time: action.time }
}

/** Returns a function that keeps the members that `fields` names, and the one that identifies the record. */
function selector(fields: string | undefined, key = 'id'): (record: Row) => Row {
  if (fields === undefined) return (record) => record
  const names = new Set([key, ...fields.split(',')])
  return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))
}
