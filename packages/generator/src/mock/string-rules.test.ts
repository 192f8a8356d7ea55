import { fieldsParameter } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mockMembers } from './mock-schema.ts'

const ruleOf = (schema: z.ZodType) => mockMembers({ fields: schema })['fields']

test('the mock knows the members that `fields` may name, whatever signs are in them', () => {
  const record = z.object({ $id: z.string(), 'first-name': z.string(), größe: z.int() })
  expect(ruleOf(fieldsParameter(record, '$id'))).toMatchObject({
    rule: 'names',
    names: ['$id', 'first-name', 'größe'],
  })
})

test('a pattern that is no list of names stays a pattern', () => {
  const words = z
    .string()
    .refine((text) => text !== '?', { params: { code: 'unknown' } })
    .meta({ pattern: '^(?:a+|b)(?:,(?:a+|b))*$' })
  expect(ruleOf(words)).toMatchObject({ rule: 'pattern' })
})
