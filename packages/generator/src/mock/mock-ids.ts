import type * as mock from '@roster/sdk/testing'
import type { z } from 'zod'
import { numberSchema } from './mock-number.ts'

/** A UUID of version 7. */
const SAMPLE = '019ac08e-c000-7000-8000-000000000000'

/** Returns the form of new identifiers by their schema: numbers or UUIDs. Returns no members if callers assign identifiers. */
export function mockIds(key: string, schema: z.ZodType | undefined): Pick<mock.Collection, 'first' | 'uuid'> {
  if (!schema) return {}
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.ZodType }
  if (innerType) return mockIds(key, innerType)
  if (type === 'number') return { first: firstOf(schema) }
  return isUuid(key, (text) => schema.safeParse(text).success) ? { uuid: true } : {}
}

function firstOf(schema: z.ZodType): number {
  const { min = 1, above = 0 } = numberSchema(schema._zod.def as never, { path: [], around: [] })
  return Math.max(1, Math.ceil(min), Math.floor(above) + 1)
}

/** Whether identifiers are UUIDs: the schema accepts nothing else, or it accepts any text and the member's name is `id` or ends with `_id`. */
const isUuid = (key: string, isTaken: (text: string) => boolean) =>
  isTaken(SAMPLE) && (/(?:^|_)id$/.test(key) || !isTaken(SAMPLE.slice(1)))
