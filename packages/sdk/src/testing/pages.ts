import type { Action } from './action.ts'
import { fault } from '#core/validation/fault'
import { invalid } from './refuse.ts'

type Row = Record<string, unknown>

/** Milliseconds for which a cursor is valid: a day. */
const LIFETIME = 24 * 60 * 60 * 1_000

interface Page {
  data: Row[]
  [more: string]: unknown
}

/** Returns one page of a list, by number or by cursor. `key` is the member that identifies a record. Throws `invalid-parameters` for a bad cursor. */
export function listPage(action: Action, records: readonly object[], key = 'id'): Page {
  const { page, cursor, limit, sort, order, fields } = action.input
  if (page !== undefined && cursor !== undefined)
    throw invalid('parameters', [fault('parameters', ['cursor'], 'exclusive', 'cannot be used together with page')])
  const direction = order === 'asc' ? 1 : -1
  const place = (row: Row): Place => [row[sort ?? key], row[key]] as Place
  const rows = (records as Row[]).toSorted((one, other) => direction * compare(place(one), place(other)))
  const shape = selector(fields, key)
  if (cursor === undefined) return numberedPage(rows, page ?? 1, limit, shape)

  const last = readCursor(action, cursor)
  const rest = last ? rows.filter((row) => direction * compare(place(row), last) > 0) : rows
  const found = rest.slice(0, limit)
  const has_more = rest.length > limit
  const next_cursor = has_more ? writeCursor(action, place(found.at(-1)!)) : null
  return { data: found.map(shape), next_cursor, has_more }
}

type Place = [value: string | number, id: string | number]

function numberedPage(rows: Row[], page: number, limit: number, shape: (row: Row) => Row) {
  const data = rows.slice((page - 1) * limit, page * limit).map(shape)
  return { data, pagination: { page, limit, total: rows.length, total_pages: Math.ceil(rows.length / limit) } }
}

function compare([value, id]: Place, [otherValue, otherId]: Place): number {
  return compareValues(value, otherValue) || compareValues(id, otherId)
}

const compareValues = (one: string | number, other: string | number) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compareText(String(one), String(other))

/** Compares texts by code points, as the service sorts. */
function compareText(one: string, other: string): number {
  if (one === other) return 0
  const [left, right] = [Array.from(one), Array.from(other)]
  const place = left.findIndex((character, index) => character !== right[index])
  if (place === -1) return -1
  return left[place]!.codePointAt(0)! - (right[place]?.codePointAt(0) ?? -1)
}

/** Returns a function that reduces a record to the members in `fields` and the identifying member. */
function selector(fields: string | undefined, key: string): (row: Row) => Row {
  if (fields === undefined) return (row) => row
  const names = new Set([key, ...fields.split(',')])
  return (row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
}

/** Parameters that may change between the pages of a list. */
const FREE = new Set(['limit', 'fields', 'page', 'cursor'])

/** Returns a hash of the caller and of every parameter that selects or orders the list. */
function bindingOf({ operation, principal, input }: Action): string {
  const bound = Object.entries(input).filter(([name]) => !FREE.has(name))
  return hash(JSON.stringify([operation.name, principal.id, Object.fromEntries(bound)]))
}

function writeCursor(action: Action, place: Place): string {
  const content = JSON.stringify([place, action.time + LIFETIME, bindingOf(action)])
  return encode(hash(action.state.epoch + content) + content)
}

/**
 * Returns the position after which a cursor continues; undefined for the empty cursor. Throws `invalid-parameters` for a cursor of another list or an expired
 * one.
 */
function readCursor(action: Action, cursor: string): Place | undefined {
  if (cursor === '') return undefined
  const text = decode(cursor)
  const content = text?.slice(HASH_LENGTH)
  if (content === undefined || text !== hash(action.state.epoch + content) + content || encode(text) !== cursor)
    throw badCursor('is not one that this service made')
  const [place, expiry, binding] = JSON.parse(content) as [Place, number, string]
  if (expiry < action.time) throw badCursor('has expired: cursors last 24 hours')
  if (binding === bindingOf(action)) return place
  throw badCursor('belongs to another list: keep filters, search, sort, order and credential as they were')
}

function badCursor(message: string) {
  const says = `${message}; start again with an empty cursor`
  return invalid('parameters', [fault('parameters', ['cursor'], 'invalid-cursor', says)])
}

const HASH_LENGTH = 7

/** Returns a hash that tells texts apart but protects no secret (FNV-1a). */
function hash(text: string): string {
  let sum = 0x811c9dc5
  for (let place = 0; place < text.length; place++) sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193)
  return (sum >>> 0).toString(36).padStart(HASH_LENGTH, '0')
}

function encode(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte))
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decode(text: string): string | undefined {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}
