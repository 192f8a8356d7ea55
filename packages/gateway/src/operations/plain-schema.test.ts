import { expect, test } from 'vitest'
import type { Resource } from '@roster/core/contract'
import { resources } from '@roster/api'
import { z } from 'zod'
import { isPlain } from './plain-schema.ts'

test('what is made of types that JSON has is plain, at any depth', () => {
  const record = z.strictObject({ id: z.string(), amount: z.int(), state: z.enum(['open', 'done']).default('open') })
  const page = z.union([z.object({ data: z.array(record.readonly()) }), z.literal('none').nullable().optional()])
  expect(isPlain(page)).toBe(true)
})

test.each<[string, z.ZodType]>([
  ['bigint', z.bigint()],
  ['date', z.date()],
  ['map', z.map(z.string(), z.string())],
  ['transform', z.string().transform(Number)],
  ['custom', z.custom<string>()],
])('what holds a %s anywhere is not', (_, type) => {
  expect(isPlain(z.object({ list: z.array(z.union([z.null(), z.object({ type })])) }))).toBe(false)
  expect(isPlain(z.looseObject({}).catchall(type))).toBe(false)
})

test('a schema that holds itself is looked at closely', () => {
  const tree = z.object({
    get children() {
      return z.array(tree)
    },
  })
  expect(isPlain(tree)).toBe(false)
})

test('the outputs of Roster are plain, so that a start does not have to look at them', () => {
  const operations = Object.values(resources).flatMap(({ contract }: { contract: Resource }) =>
    Object.values(contract.operations),
  )
  const close = operations.filter(({ output }) => output && !isPlain(output)).map(({ name }) => name)
  expect(close).toEqual([])
})
