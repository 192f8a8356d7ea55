import { mayBeAbsent, mayStayAbsent } from './absence.ts'
import { nounOf } from '#core/validation/fault'
import type { Schema } from './operation.ts'
import { counted } from './rules.ts'
import type { Run, Walk } from './walk.ts'

type Row = Record<string, unknown>

/** Checks of arrays, and of objects with named members. */
export const OBJECTS: Record<'array' | 'object', Run> = { array: checkedArray, object: checkedObject }

/** Codes of faults after which the array is not checked for repeated items. */
const ENDS = /^(?:invalid-type|invalid-value|required|unknown-.*)$/

function checkedArray(schema: Schema, value: unknown, walk: Walk): unknown {
  if (!Array.isArray(value)) return walk.add('invalid-type', 'must be an array')
  const { min = 0, max = Infinity } = schema
  if (value.length > max) return walk.add('too-large', `must have at most ${counted(max, 'item')}`)
  const before = walk.found.length
  const items = value.map((item, index) => walk.into(schema, schema.items!, item ?? null, index))
  const areComparable = walk.found.slice(before).every(({ code }) => !ENDS.test(code))
  if (items.length < min) walk.add('too-small', `must have at least ${counted(min, 'item')}`)
  if (schema.distinct && areComparable && new Set(items).size < items.length)
    walk.add('repeated', 'must not hold an entry twice')
  return items
}

/** Checks an object: its named members, and other members as the schema's `others` says. */
export function checkedObject(schema: Schema, value: unknown, walk: Walk): unknown {
  if (value === undefined) return walk.add('required', 'is required')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return walk.add('invalid-type', 'must be an object')
  const given = value as Row
  const result: Row = {}
  for (const name of Object.keys(schema.members ?? {})) takeMember(schema, name, given, result, walk)
  for (const name of Object.keys(given))
    if (!Object.hasOwn(schema.members ?? {}, name)) takeOther(schema, name, given, result, walk)
  return result
}

function takeMember(schema: Schema, name: string, given: Row, result: Row, walk: Walk): void {
  const part = schema.members![name]!
  const isThere = Object.hasOwn(given, name)
  if (!isThere && part.absent === 'dropped') return
  const trial = walk.trial()
  const member = trial.into(schema, part, isThere ? given[name] : undefined, name)
  if (!isThere && mayStayAbsent(part) && trial.found.length > 0) return
  walk.found.push(...trial.found)
  if (!isThere && !mayBeAbsent(part) && trial.found.length === 0) walk.add('required', 'is required', name)
  if (member !== undefined || isThere) result[name] = member
}

function takeOther(schema: Schema, name: string, given: Row, result: Row, walk: Walk): void {
  const { others } = schema
  const noun = nounOf(walk.where)
  if (others === undefined) return walk.add(`unknown-${noun}`, `is not a ${noun} of this operation`, name)
  if (others === 'dropped' || name === '__proto__') return
  result[name] = walk.into(schema, others, given[name], name)
}
