import { operation } from '@roster/core/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serializerOf } from './serializer.ts'

const serializer = (output: z.ZodType) =>
  serializerOf(operation({ method: 'GET', path: '/x', summary: '', description: '', scope: 'any', output }))!

/** A value that a driver of a database gives in another form than the schema has. */
class Formed {
  readonly sound: unknown
  readonly given: unknown
  constructor(sound: unknown, given: unknown) {
    this.sound = sound
    this.given = given
  }
}

/** What a value is with all of its parts in one of the two forms. */
function as(form: 'sound' | 'given', value: unknown): unknown {
  if (value instanceof Formed) return value[form]
  if (Array.isArray(value)) return value.map((part) => as(form, part))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const parts = Object.entries(value).map(([name, part]) => [name, as(form, part)])
  return Object.setPrototypeOf(Object.fromEntries(parts), Object.getPrototypeOf(value) as object | null)
}

/** A schema, with values that its parser takes, or takes in the form of the schema. */
interface Case {
  schema: z.ZodType
  values: fc.Arbitrary<unknown>
}

/** Values of which some come in another form. */
const formed = <Value>(values: fc.Arbitrary<Value>, form: (value: Value) => unknown) =>
  fc.oneof(
    values,
    values.map((value) => new Formed(value, form(value))),
  )

const leaf: fc.Arbitrary<Case> = fc.constantFrom<Case[]>(
  { schema: z.string(), values: fc.string({ unit: 'binary' }) },
  { schema: z.int(), values: formed(fc.maxSafeInteger(), BigInt) },
  { schema: z.number(), values: formed(fc.double({ noNaN: true, noDefaultInfinity: true }), String) },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.null(), values: fc.constant(null) },
  { schema: z.literal(['a', 1, null]), values: fc.constantFrom('a', 1, null) },
  { schema: z.enum(['x', 'y']), values: fc.constantFrom('x', 'y') },
  { schema: z.date(), values: fc.date({ noInvalidDate: true }) },
  { schema: z.iso.datetime(), values: formed(fc.constant('2026-11-21T09:30:00.000Z'), (text) => new Date(text)) },
  { schema: z.unknown(), values: fc.jsonValue() },
  { schema: z.string().trim().toLowerCase(), values: fc.string() },
  { schema: z.url(), values: fc.constantFrom('https://a.example', ' https://a.example/ ') },
  { schema: z.array(z.string()).overwrite((texts) => texts.toSorted()), values: fc.array(fc.string()) },
  { schema: z.string().catch('caught'), values: fc.constantFrom('a', 1, null) },
  { schema: z.coerce.number(), values: fc.constantFrom('1', true, 0.5) },
  { schema: z.string().transform(Number).pipe(z.number()), values: fc.constantFrom('1', '-0') },
  { schema: z.preprocess((value) => typeof value, z.string()), values: fc.constantFrom('a', 1, null) },
  { schema: z.stringbool(), values: fc.constantFrom('yes', 'no') },
)

/** Names of members; what one object does not declare another one may. */
const memberNames = fc.constantFrom('a', 'b', 'c', '__proto__ of', 'd e')

/** Members that a schema does not declare: an output may be a row of the database, with more in it than what is shown. */
const undeclared = fc.dictionary(
  fc.oneof(memberNames, fc.constant('undeclared')),
  fc.constantFrom<unknown>('s3cret', { deep: ['s3cret'] }, { a: 's3cret' }, ['s3cret'], 7, true, null, undefined),
  { maxKeys: 2 },
)

const withMore = (values: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(undeclared, fc.record(values)).map(([more, known]) => Object.assign({}, known, more, known))

const objectOf = (shape: Record<string, z.ZodType>, values: Record<string, fc.Arbitrary<unknown>>): Case => ({
  schema: z.object(shape),
  values: withMore(values),
})

const memberOf = ({ schema, values }: Case, kind: string): Case => {
  if (kind === 'optional') return { schema: schema.optional(), values: fc.option(values, { nil: undefined }) }
  if (kind === 'nullable') return { schema: schema.nullable(), values: fc.option(values) }
  if (kind === 'default') return { schema: z.string().default('d'), values: fc.constantFrom(undefined, 'given') }
  if (kind === 'prefault') return { schema: z.string().prefault('d'), values: fc.constantFrom(undefined, 'given') }
  return { schema, values }
}

type Others = Record<string, (one: Case, two: Case) => Case>

/** Schemas with alternatives that only the form of a value may tell apart, or that both may take. */
const unclear: Others = {
  nested: (one, two) => ({
    schema: z.union([z.object({ c: z.object({ a: one.schema }) }), z.object({ c: z.object({ b: two.schema }) })]),
    values: fc.oneof(fc.record({ c: withMore({ a: one.values }) }), fc.record({ c: withMore({ b: two.values }) })),
  }),
  variants: (one, two) => ({
    schema: z.union([z.object({ a: one.schema }), z.object({ a: one.schema, b: two.schema })]),
    values: fc.oneof(withMore({ a: one.values }), withMore({ a: one.values, b: two.values })),
  }),
}

const others: Others = {
  record: ({ schema, values }) => ({
    schema: z.record(z.string(), schema),
    values: fc.dictionary(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('__proto__', 'toString', '\ud800')),
      values,
      { maxKeys: 3 },
    ),
  }),
  someNames: ({ schema, values }) => ({
    schema: z.looseRecord(z.string().startsWith('x-'), schema),
    values: fc.dictionary(fc.constantFrom('x-a', 'x-b'), values, { maxKeys: 2 }),
  }),
  tuple: (one, two) => ({ schema: z.tuple([one.schema, two.schema]), values: fc.tuple(one.values, two.values) }),
  intersection: (one, two) => ({
    schema: z.intersection(z.object({ left: one.schema }), z.object({ right: two.schema })),
    values: fc.record({ left: one.values, right: two.values }),
  }),
  loose: ({ schema, values }) => ({
    schema: z.looseObject({ known: schema }),
    values: withMore({ known: values }),
  }),
  kinds: (one, two) => ({
    schema: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('one'), a: one.schema }),
      z.object({ kind: z.literal('two'), a: two.schema }),
    ]),
    values: fc.oneof(
      withMore({ kind: fc.constant('one'), a: one.values }),
      withMore({ kind: fc.constant('two'), a: two.values }),
    ),
  }),
  ownMembers: (one, two) => ({
    schema: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('one'), a: one.schema, c: z.string().optional() }),
      z.object({ kind: z.literal('two'), b: two.schema }),
    ]),
    values: fc.oneof(
      withMore({ kind: fc.constant('one'), a: one.values, c: fc.constantFrom('c', undefined) }),
      withMore({ kind: fc.constant('two'), b: two.values }),
    ),
  }),
  told: (one, two) => ({
    schema: z.union([
      z.object({ kind: z.literal('one'), a: one.schema }),
      z.object({ kind: z.literal('two'), a: z.string().default('d'), b: two.schema }),
    ]),
    values: fc.oneof(
      withMore({ kind: fc.constant('one'), a: one.values, b: fc.constantFrom(null, undefined) }),
      withMore({ kind: fc.constant('two'), b: two.values, a: fc.constantFrom('given', undefined) }),
    ),
  }),
  checked: (one, two) => ({
    schema: z.object({ a: one.schema, b: two.schema }).superRefine(() => {}),
    values: withMore({ a: one.values, b: two.values }),
  }),
  recursive: ({ schema, values }) => {
    const node: z.ZodType = z.object({
      value: schema,
      get next() {
        return node.nullable()
      },
    })
    const ends = fc.record({ value: values, next: fc.constant(null) })
    return { schema: node, values: fc.oneof(ends, fc.record({ value: values, next: ends })) }
  },
}

type Ties = Record<'tree' | 'object' | 'list' | 'alternatives' | 'other', Case>

const treeOf = (more: Others, branches: readonly (keyof Ties)[]) =>
  fc.letrec<Ties>((tie) => ({
    tree: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, ...branches.map((name) => tie(name))),
    list: tie('tree').map(({ schema, values }) => ({
      schema: z.array(schema),
      values: fc.array(values, { maxLength: 3 }),
    })),
    object: fc
      .dictionary(
        memberNames,
        fc.tuple(tie('tree'), fc.constantFrom('', 'optional', 'nullable', 'default', 'prefault')),
      )
      .map((members) => {
        const known = Object.entries(members).map(([name, [one, kind]]) => [name, memberOf(one, kind)] as const)
        return objectOf(
          Object.fromEntries(known.map(([name, { schema }]) => [name, schema])),
          Object.fromEntries(known.map(([name, { values }]) => [name, values])),
        )
      }),
    alternatives: fc.uniqueArray(tie('tree'), { minLength: 2, maxLength: 3 }).map((cases) => ({
      schema: z.union(cases.map(({ schema }) => schema)),
      values: fc.oneof(...cases.map(({ values }) => values)),
    })),
    other: fc
      .tuple(fc.constantFrom(...Object.keys(more)), tie('tree'), tie('tree'))
      .map(([kind, one, two]) => more[kind]!(one, two)),
  })).tree

const tree = treeOf({ ...others, ...unclear }, ['object', 'list', 'alternatives', 'other'])

/** A schema and a value that its parser takes. */
const written = tree.chain(({ schema, values }) => values.map((value) => [schema, as('sound', value)] as const))

/** A schema, a value that its parser takes, and the same in the forms that a driver gives. */
const given = treeOf(others, ['object', 'list', 'other']).chain(({ schema, values }) =>
  values.map((value) => [schema, as('sound', value), as('given', value)] as const),
)

test('what says the same in another form is written in that of the schema, whatever else is in the value', () => {
  fc.assert(
    fc.property(given, ([schema, sound, value]) => {
      const parsed = schema.parse(sound)
      fc.pre(parsed !== undefined)
      expect(serializer(schema)(value)).toBe(JSON.stringify(parsed))
    }),
    { numRuns: 2_000 },
  )
})

test('whatever the schema, what is written is what its parser returns', () => {
  fc.assert(
    fc.property(written, ([schema, value]) => {
      const parsed = schema.parse(value)
      fc.pre(parsed !== undefined)
      expect(serializer(schema)(value)).toBe(JSON.stringify(parsed))
    }),
    { numRuns: 2_000 },
  )
})

const HOLED = Object.assign([1], { 2: 3 })

/** What programs without types return by mistake, or texts and numbers that are seldom met. */
const STRANGE = [null, undefined, Number.NaN, Infinity, -0, 1.5, 2 ** 60, '\ud800', new Date(0), true, 'false', {}, [], HOLED] // prettier-ignore

/** A value in which one of its parts is another. */
function withPart(value: unknown, place: number, part: unknown): unknown {
  const names = typeof value === 'object' && value !== null && !(value instanceof Date) ? Object.keys(value) : []
  if (names.length === 0) return part
  const name = names[place % names.length]!
  const changed = withPart((value as Record<string, unknown>)[name], Math.floor(place / names.length), part)
  if (Array.isArray(value)) return value.with(Number(name), changed)
  return { ...(value as object), [name]: changed }
}

test('whatever is in an output, it is what its parser returns of it, or JSON that is read, or refused', () => {
  const strange = fc.tuple(written, fc.nat(1000), fc.constantFrom(...STRANGE))
  fc.assert(
    fc.property(strange, ([[schema, sound], place, part]) => {
      const value = withPart(sound, place, part)
      const { data, error } = schema.safeParse(value)
      const writing = () => serializer(schema)(value)
      fc.pre(error !== undefined || data !== undefined)
      expect(error ? isReadOrRefused(writing) : writing()).toBe(error ? true : JSON.stringify(data))
    }),
    { numRuns: 1_000 },
  )
})

function isReadOrRefused(writing: () => string): boolean {
  try {
    JSON.parse(writing())
    return true
  } catch (error) {
    return /^The output of .* is not as its schema says/s.test((error as Error).message)
  }
}
