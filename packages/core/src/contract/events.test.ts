import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventSchema } from './events.ts'

const described = (data: z.ZodObject) => {
  const schema = eventSchema('sensor.read', { description: 'Read.', data }, {})
  return z.toJSONSchema(schema.shape['data'] as z.ZodType).description
}

test('only data that is an identifier alone is described as that of a deletion', () => {
  const id = z.string()
  expect(described(z.object({ id }))).toBe('Only the identifier: the record is deleted.')
  expect(described(z.object({ id, celsius: z.number() }))).toBeUndefined()
  expect(described(z.object({ id, celsius: z.number() }).meta({ description: 'What was read.' }))).toBe(
    'What was read.',
  )
})
