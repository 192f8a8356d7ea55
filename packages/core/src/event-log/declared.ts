import { z } from 'zod'
import type { EventSpec } from '../contract/events.ts'
import { narrowed } from '../validation/narrowed.ts'

type Data = { id: string }

/**
 * Returns the members of the data that the event's schema declares, at every depth, with their values unchanged. Subscribers receive no other member. Throws
 * when a required member is missing.
 */
export function declaredOf(event: string, { data: schema }: EventSpec, given: Data): Data {
  const { shape } = schema
  const record = given as Data & Record<string, unknown>
  if (isDeclared(record, shape)) return given
  const lacking = Object.keys(shape).filter((name) => record[name] === undefined && !isLeftOut(shape[name]))
  if (lacking.length > 0) throw new Error(lackTold(event, lacking))
  return narrowed(schema, record) as Data
}

/** Whether a record has exactly the declared members, all of them scalars. Most records do, and need no further look. */
function isDeclared(record: Record<string, unknown>, shape: z.core.$ZodShape): boolean {
  const entries = Object.entries(record)
  const isPlain = (value: unknown) => value === null || (value !== undefined && typeof value !== 'object')
  return (
    entries.length === Object.keys(shape).length &&
    entries.every(([name, value]) => Object.hasOwn(shape, name) && isPlain(value))
  )
}

const isLeftOut = (member: z.core.$ZodType): boolean => z.safeParse(member, undefined).success

const lackTold = (event: string, names: readonly string[]) =>
  `The event "${event}" lacks ${names.join(', ')}, which its contract declares. Give it the whole record.`
