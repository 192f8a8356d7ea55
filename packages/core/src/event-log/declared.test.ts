import { expect, test } from 'vitest'
import { z } from 'zod'
import { narrowed } from '../validation/narrowed.ts'
import { declaredOf } from './declared.ts'

const inner = z.object({ width: z.int(), at: z.iso.date().optional() })
const given = { width: 1, secret: 'swordfish' }
const kept = { width: 1 }
const strict = z.strictObject({ width: z.int() })
const refused = z.object({ height: z.int() })
const awaited = z.object({
  note: z
    .string()
    .optional()
    .refine(async () => true),
  height: z.int(),
})
const strictAwaited = z.strictObject(awaited.shape)
const leaf = z.strictObject({ kind: z.literal('leaf'), width: z.int() })
const branches = { left: z.lazy(() => tree), right: z.lazy(() => tree) }
const fir = z.strictObject({ kind: z.literal('fir'), ...branches })
const oak = z.strictObject({ kind: z.literal('oak'), ...branches })
const tree: z.ZodType = z.discriminatedUnion('kind', [leaf, fir, oak])

test.each<[what: string, schema: z.ZodType, given: unknown, kept: unknown]>([
  ['a member', inner, given, kept],
  ['a member with a time in another form', inner, { ...given, at: new Date(0) }, { ...kept, at: new Date(0) }],
  ['a list', z.array(inner), [given], [kept]],
  ['a tuple', z.tuple([z.int(), inner]).rest(inner), [1, given, given], [1, kept, kept]],
  ['a map', z.record(z.string(), inner), { a: given }, { a: kept }],
  ['a choice', z.union([refused, inner]).nullable(), given, kept],
  ['a choice of what has no other members', z.union([z.strictObject({ height: z.int() }), strict]), given, kept],
  ['a choice of a map and a list', z.union([z.record(z.string(), strict), z.array(strict)]), [given], [kept]],
  ['a choice of what may be left out and a list', z.union([inner.partial(), z.array(inner)]), [given], [kept]],
  ['a choice of members to be waited for', z.union([awaited, inner]), given, kept],
  ['a strict choice of members to be waited for', z.union([strictAwaited, strict]), given, kept],
  ['a choice by a name', tree, { kind: 'leaf', ...given }, { kind: 'leaf', ...kept }],
  ['a choice with a check to be waited for', z.union([refused.refine(async () => true), inner]), given, kept],
  ['both of two', z.intersection(inner, refused), { ...given, height: 2 }, { ...kept, height: 2 }],
  ['a lazy member', z.lazy(() => inner).readonly(), given, kept],
  ['what a function comes after', inner.transform(() => 'another'), given, kept],
  ['what a function comes before', z.preprocess(() => 'another', inner), given, kept],
  ['a default', inner.default({ width: 3 }), undefined, { width: 3 }],
  ['what may have any members', z.looseObject({ size: inner }), { size: given, more: 1 }, { size: kept, more: 1 }],
  ['anything', z.unknown(), given, given],
])('%s of an event has what is declared, and its value stays as it is', (_, schema, value, expected) => {
  const data = z.object({ id: z.string(), value: schema })
  const declared = declaredOf('thing.measured', { description: '', data }, { id: 'a', value, secret: '' } as never)
  expect(JSON.stringify(declared)).toBe(JSON.stringify({ id: 'a', value: expected }))
})

test('a choice within a choice is made once at each depth', () => {
  const grown = (end: object) =>
    Array.from({ length: 24 }).reduce<object>((left) => ({ kind: 'oak', left, right: { kind: 'leaf', ...kept } }), end)
  expect(narrowed(tree, grown({ kind: 'leaf', ...given }))).toEqual(grown({ kind: 'leaf', ...kept }))
})
