import { type Collection, hasVaryingDefault } from '@roster/core/contract'
import type * as mock from '@roster/sdk/testing'
import type { z } from 'zod'
import { mockIds } from './mock-ids.ts'

/** Returns the data on a collection for the mock. */
export function mockCollection({ record, noun, key, prefix, owner, parent }: Collection): mock.Collection {
  const shape = Object.entries(record.shape) as [string, z.ZodType][]
  const identifying = 'id' in record.shape ? 'id' : key
  const defaults = shape.flatMap(([name, schema]) => defaultOf(name, schema))
  const optional = optionalMembers(record.shape)
  const unassigned = unassignedMembers(record.shape)
  return {
    noun,
    key,
    prefix,
    ...(prefix === '' && mockIds(identifying, record.shape[identifying] as z.ZodType | undefined)),
    members: Object.keys(record.shape),
    ...(optional.length > 0 && { optional }),
    ...(unassigned.length > 0 && { unassigned }),
    defaults: Object.fromEntries(defaults),
    ...(owner !== undefined && { owner }),
    ...(parent && { parent }),
  }
}

/** Returns the value of an omitted member: its default, or null if the schema allows null. */
function defaultOf(name: string, schema: z.ZodType): [name: string, value: unknown][] {
  const { type, innerType, defaultValue } = schema._zod.def as Record<string, any>
  if (type === 'default' && !hasVaryingDefault(schema)) return [[name, defaultValue]]
  if (type === 'nullable') return [[name, null]]
  return innerType ? defaultOf(name, innerType) : []
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

const takes = (schema: z.core.$ZodType, value: unknown) => (schema as z.ZodType).safeParse(value).success

/** Returns the members that may be missing. */
export const optionalMembers = (shape: Shape): string[] =>
  Object.keys(shape).filter((name) => takes(shape[name]!, undefined))

/** Values that a mock would assign to members with these names. */
const ASSIGNED = {
  version: 1,
  created_by: { type: 'api_key', id: 'key_01KAJQ7W5M8XV2R4T6Y9B3D501' },
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}

/** Returns the members with such names that have another meaning: their schema refuses the value. */
const unassignedMembers = (shape: Shape): string[] =>
  Object.entries(ASSIGNED)
    .filter(([name, value]) => name in shape && !takes(shape[name]!, value))
    .map(([name]) => name)
