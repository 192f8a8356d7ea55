import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mockMembers } from '../../packages/generator/src/mock/mock-schema.ts'
import { inOperation } from '../../packages/generator/src/mock/refusal.ts'
import type { Members } from '../../packages/sdk/src/testing/operation.ts'
import { COMPOSITES } from '../../packages/sdk/src/testing/composites.ts'
import { faultsIn } from '../../packages/core/src/validation/validation.ts'
import { faultsOf, validated } from '../../packages/sdk/src/testing/validate.ts'
import { codedSamples, type Sample, samples, tree } from '../support/schemas.ts'

/** The table of a body with one member, as it is written: through JSON. */
const tableOf = (schema: z.ZodType) => JSON.parse(JSON.stringify(mockMembers({ it: schema }))) as Members

/** What the mock makes of a body; undefined where it refuses it. */
function taken(table: Members, body: unknown): unknown {
  try {
    return validated(table, body, 'body', COMPOSITES)
  } catch (error) {
    if ((error as Error).name !== 'Problem') throw error
    return undefined
  }
}

const inJson = (value: unknown) => JSON.parse(JSON.stringify(value ?? null)) as unknown

/** Schemas with bodies for each, of which some fit. */
const cases = (among: fc.Arbitrary<Sample>) =>
  among.chain(({ schema, values }) =>
    fc.tuple(fc.constant(z.strictObject({ it: schema })), fc.array(values, { minLength: 5, maxLength: 5 })),
  )

const bodiesOf = (values: readonly unknown[]) => [{}, ...values.map((value) => ({ it: inJson(value) }))]

test('the mock takes exactly the values that a schema takes', () => {
  let fitting = 0
  let others = 0
  const takesTheSame = ([schema, values]: [z.ZodObject, unknown[]]) => {
    const table = tableOf(schema.shape['it'] as z.ZodType)
    for (const body of bodiesOf(values)) {
      const { success } = schema.safeParse(body)
      expect({ table, body, fits: taken(table, body) !== undefined }).toEqual({ table, body, fits: success })
      if (success) fitting++
      else others++
    }
  }
  fc.assert(fc.property(cases(codedSamples), takesTheSame), { numRuns: 600 })
  expect(Math.min(fitting, others)).toBeGreaterThan(200)
})

test('what the mock keeps of a value is what its schema makes of it', () => {
  const keepsTheSame = ([schema, values]: [z.ZodObject, unknown[]]) => {
    const table = tableOf(schema.shape['it'] as z.ZodType)
    for (const body of bodiesOf(values)) {
      const { data } = schema.safeParse(body)
      expect([table, body, inJson(taken(table, body))]).toEqual([table, body, inJson(data)])
    }
  }
  fc.assert(fc.property(cases(samples), keepsTheSame), { numRuns: 600 })
})

test.each([
  z.string().regex(/^[A-Z]{3}$/),
  z.string().regex(/^[A-Z]{3}\/x$/i),
  z
    .string()
    .min(20)
    .regex(/^[A-Z]{3}$/, 'must be three capitals'),
  z.string().regex(RegExp(`^${'a'.repeat(200)}$`)),
  z.templateLiteral(['a', z.int()]),
  z.iso.date(),
  z.iso.datetime(),
  z.email({ error: () => 'must be an address at work' }),
  z.uuid(),
  z.url(),
  z.url({ error: 'must be where it is' }),
  z.base64(),
  z.string().startsWith('a/'),
])('what the mock says of a text in another form is what the service says: %#', (schema) => {
  const { error } = z.object({ it: schema }).safeParse({ it: 'Not that?' }, { reportInput: true })
  expect(faultsOf(tableOf(schema), { it: 'Not that?' }, 'body', COMPOSITES)).toEqual(faultsIn(error!, 'body'))
})

test.each<[z.ZodType, unknown]>([
  [z.number().gt(5), 5],
  [z.number().lt(5), 5],
  [z.number().multipleOf(3), 4],
  [z.union([z.string(), z.int()]), true],
  [z.union([z.string(), z.int()]), undefined],
  [z.xor([z.int(), z.number()]), 1],
  [z.record(z.string().regex(/^a/), z.int()), { b: 1 }],
  [z.record(z.string(), z.int()), []],
  [z.tuple([z.int()]), {}],
])('what the mock says of another value is what the service says: %#', (schema, it) => {
  const body = it === undefined ? {} : { it }
  const { error } = z.object({ it: schema }).safeParse(body, { reportInput: true })
  expect(faultsOf(tableOf(schema), body, 'body', COMPOSITES)).toEqual(faultsIn(error!, 'body'))
})

test.each<[z.ZodType, number[]]>([
  [z.int32(), [-(2 ** 31) - 1, -(2 ** 31), 2 ** 31 - 1, 2 ** 31]],
  [z.uint32(), [-1, 0, 2 ** 32 - 1, 2 ** 32]],
  [z.number().gt(5).gt(1), [3, 5, 6]],
  [z.number().max(1).max(5), [1, 3, 5]],
  [z.int().multipleOf(2).multipleOf(3), [2, 3, 6]],
])('the mock takes a number that its schema takes, up to its bounds and by every one of them: %#', (schema, values) => {
  const takes = values.map((it) => [it, taken(tableOf(schema), { it }) !== undefined])
  expect(takes).toEqual(values.map((it) => [it, schema.safeParse(it).success]))
})

test('a default stands for what is absent, of alternatives that may be absent too', () => {
  const alternatives = z.union([z.number(), z.string().optional()])
  const further = z.union([z.number().prefault(0), z.string()])
  const schema = z.strictObject({
    it: alternatives.default(18),
    other: alternatives.prefault(3),
    one: further.optional(),
  })
  const table = JSON.parse(JSON.stringify(mockMembers(schema.shape))) as Members
  expect(taken(table, {})).toEqual(schema.parse({}))
})

test('a default stands for what is faulty and dropped', () => {
  const schema = z.strictObject({ it: z.int().optional().catch(undefined).default(20) })
  const table = JSON.parse(JSON.stringify(mockMembers(schema.shape))) as Members
  expect(taken(table, { it: true })).toEqual(schema.parse({ it: true }))
})

test('of a schema that holds itself', () => {
  const table = tableOf(tree)
  const leaf = { name: 'a', next: null }
  const bodies = [
    leaf,
    { ...leaf, children: [leaf, { ...leaf, children: [leaf] }] },
    { ...leaf, next: 1 },
    { ...leaf, next: { ...leaf, next: leaf } },
    { ...leaf, children: [{ ...leaf, children: [{ name: '', next: null }] }] },
    { ...leaf, next: { ...leaf, next: 'a' } },
    { ...leaf, children: [null] },
    { name: 'a' },
  ].map((it) => ({ it }))
  const own = bodies.map((body) => z.strictObject({ it: tree }).safeParse(body).success)
  expect(own).toEqual([true, true, true, true, false, false, false, false])
  expect(bodies.map((body) => taken(table, body) !== undefined)).toEqual(own)
})

test.each([
  [
    'a bigint',
    z.object({ pages: z.bigint() }),
    /In books\.add: `it\.pages` has the type bigint.+Use a schema of values that JSON has/,
  ],
  ['a file', z.file(), /`it` has the type file/],
  ['a rule that is code', z.array(z.number().refine((one) => one !== 3)), /`it\.\[\]` has a rule that is code/],
  [
    'a rule of texts that is code',
    z.string().refine((one) => one !== 'x'),
    /`it` has a rule .+\.meta\(\{ pattern \}\)/,
  ],
  ['what is changed by code first', z.preprocess(Number, z.number()), /`it` is changed by code before it is checked/],
  [
    'what is checked after code',
    z.string().transform(Number).pipe(z.number().min(3)),
    /is checked after code has changed it/,
  ],
  ['a text that code changes', z.string().overwrite((one) => one.slice(1)), /`it` is changed by code\b.+Use \.trim/],
  [
    'what code puts in the place of a faulty value',
    z.int().catch(({ issues }) => issues.length),
    /`it` is replaced by code where it is faulty.+\.catch\(0\)/,
  ],
  ['a format that is code', z.iban(), /`it` has the format iban.+z\.string\(\)\.regex/],
])('%s is refused, with the operation, the place and what to do', (_what, schema, says) => {
  expect(() => inOperation('books.add', () => tableOf(schema))).toThrow(says)
})
