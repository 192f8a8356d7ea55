import { type AnyOperation, operation, type Resource } from '@roster/core/contract'
import { resources } from '@roster/api'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isCompiled, serializerOf } from './serializer.ts'

const serializer = (output: z.ZodType) =>
  serializerOf(operation({ method: 'GET', path: '/x', summary: '', description: '', scope: 'any', output }))!

const write = (output: z.ZodType, value: unknown) => JSON.parse(serializer(output)(value))

test('members that the contract does not declare never leave, at any depth', () => {
  const schema = z.object({
    id: z.string(),
    inner: z.object({ a: z.int() }),
    list: z.array(z.object({ b: z.string() })),
  })
  const value = { id: '1', secret: 's', inner: { a: 1, secret: 's' }, list: [{ b: 'x', secret: 's' }] }
  expect(write(schema, value)).toEqual({ id: '1', inner: { a: 1 }, list: [{ b: 'x' }] })
})

test('null stays null, and an absent optional member stays absent', () => {
  const schema = z.object({
    text: z.string().nullable(),
    number: z.int().nullable(),
    object: z.object({ a: z.string() }).nullable(),
    list: z.array(z.string()).nullable(),
    maybe: z.string().optional(),
  })
  const nothing = { text: null, number: null, object: null, list: null }
  expect(write(schema, nothing)).toEqual(nothing)
  const something = { text: '', number: 0, object: { a: 'x' }, list: [], maybe: 'm' }
  expect(write(schema, something)).toEqual(something)
})

test('alternatives are written with the members they have', () => {
  const record = z.object({ id: z.string() })
  const schema = z.union([
    z.object({ data: z.array(record), pagination: z.object({ page: z.int() }) }),
    z.object({ data: z.array(record), next_cursor: z.string().nullable(), has_more: z.boolean() }),
  ])
  const data = [{ id: '1' }]
  expect(write(schema, { data, pagination: { page: 1 } })).toEqual({ data, pagination: { page: 1 } })
  expect(write(schema, { data, next_cursor: null, has_more: false })).toEqual({
    data,
    next_cursor: null,
    has_more: false,
  })
})

test('a default of one alternative is not written into another', () => {
  const schema = z.union([
    z.object({ one: z.string() }),
    z.object({ other: z.string(), more: z.string().default('more') }),
  ])
  expect(write(schema, { one: 'x' })).toEqual({ one: 'x' })
  expect(write(schema, { other: 'y' })).toEqual({ other: 'y', more: 'more' })
})

test('a schema that is used twice is written twice', () => {
  const shared = z.object({ a: z.string() }).meta({ id: 'SerializerTestShared' })
  const schema = z.object({ one: shared, two: shared.nullable() })
  expect(write(schema, { one: { a: 'x' }, two: { a: 'y' } })).toEqual({ one: { a: 'x' }, two: { a: 'y' } })
})

test('any text and number reads back as it does from JSON.stringify', () => {
  const schema = z.object({ text: z.string(), whole: z.int(), number: z.number(), flag: z.boolean() })
  const values = fc.record({
    text: fc.string({ unit: 'binary' }),
    whole: fc.maxSafeInteger(),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }),
    flag: fc.boolean(),
  })
  const serialize = serializer(schema)
  fc.assert(
    fc.property(values, (value) => {
      expect(JSON.parse(serialize(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

/** A schema, with values that its parser takes. */
interface Case {
  schema: z.ZodType
  values: fc.Arbitrary<unknown>
}

const leaf: fc.Arbitrary<Case> = fc.constantFrom<Case[]>(
  { schema: z.string(), values: fc.string({ unit: 'binary' }) },
  { schema: z.int(), values: fc.maxSafeInteger() },
  { schema: z.number(), values: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.null(), values: fc.constant(null) },
  { schema: z.literal(['a', 1, null]), values: fc.constantFrom('a', 1, null) },
  { schema: z.enum(['x', 'y']), values: fc.constantFrom('x', 'y') },
  { schema: z.date(), values: fc.date({ noInvalidDate: true }) },
  { schema: z.iso.datetime(), values: fc.constant('2026-11-21T09:30:00.000Z') },
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

/** Members that no schema declares: an output may be a row of the database, with more in it than what is shown. */
const undeclared = fc.constantFrom({}, { undeclared: 's3cret' }, { undeclared: { deep: ['s3cret'] } })

const objectOf = (shape: Record<string, z.ZodType>, values: Record<string, fc.Arbitrary<unknown>>): Case => ({
  schema: z.object(shape),
  values: fc.tuple(fc.record(values), undeclared).map(([known, more]) => Object.assign({}, known, more)),
})

const memberOf = ({ schema, values }: Case, kind: string): Case => {
  if (kind === 'optional') return { schema: schema.optional(), values: fc.option(values, { nil: undefined }) }
  if (kind === 'nullable') return { schema: schema.nullable(), values: fc.option(values) }
  if (kind === 'default') return { schema: z.string().default('d'), values: fc.constantFrom(undefined, 'given') }
  if (kind === 'prefault') return { schema: z.string().prefault('d'), values: fc.constantFrom(undefined, 'given') }
  return { schema, values }
}

type Ties = Record<'tree' | 'object' | 'list' | 'alternatives' | 'other', Case>

const { tree } = fc.letrec<Ties>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    tie('object'),
    tie('list'),
    tie('alternatives'),
    tie('other'),
  ),
  list: tie('tree').map(({ schema, values }) => ({
    schema: z.array(schema),
    values: fc.array(values, { maxLength: 3 }),
  })),
  object: fc
    .dictionary(
      fc.constantFrom('a', 'b', 'c', '__proto__ of', 'd e'),
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
    .tuple(
      fc.constantFrom('record', 'tuple', 'intersection', 'loose', 'kinds', 'variants', 'recursive'),
      tie('tree'),
      tie('tree'),
    )
    .map(([kind, one, two]) => others[kind]!(one, two)),
}))

const others: Record<string, (one: Case, two: Case) => Case> = {
  record: ({ schema, values }) => ({
    schema: z.record(z.string(), schema),
    values: fc.dictionary(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('__proto__', 'toString', '\ud800')),
      values,
      { maxKeys: 3 },
    ),
  }),
  tuple: (one, two) => ({ schema: z.tuple([one.schema, two.schema]), values: fc.tuple(one.values, two.values) }),
  intersection: (one, two) => ({
    schema: z.intersection(z.object({ left: one.schema }), z.object({ right: two.schema })),
    values: fc.record({ left: one.values, right: two.values }),
  }),
  loose: ({ schema, values }) => ({
    schema: z.looseObject({ known: schema }),
    values: fc.tuple(fc.record({ known: values }), undeclared).map(([known, more]) => Object.assign({}, known, more)),
  }),
  kinds: (one, two) => ({
    schema: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('one'), value: one.schema }),
      z.object({ kind: z.literal('two'), value: two.schema }),
    ]),
    values: fc.oneof(
      fc.record({ kind: fc.constant('one'), value: one.values }),
      fc.record({ kind: fc.constant('two'), value: two.values }),
    ),
  }),
  variants: (one, two) => ({
    schema: z.union([z.object({ a: one.schema }), z.object({ a: one.schema, b: two.schema })]),
    values: fc.oneof(fc.record({ a: one.values }), fc.record({ a: one.values, b: two.values })),
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

/** A schema and a value that its parser takes. */
const written = tree.chain(({ schema, values }) => values.map((value) => [schema, value] as const))

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

describe('a member that is not what the contract says is named, and not written as something else:', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['null for a text', z.string(), null],
    ['null for an optional text', z.string().optional(), null],
    ['null for an optional number', z.int().optional(), null],
    ['null for an optional boolean', z.boolean().optional(), null],
    ['null for an optional object', z.object({}).optional(), null],
    ['null for an optional list', z.array(z.string()).optional(), null],
    ['null for a default', z.string().default('d'), null],
    ['nothing for a text', z.string(), undefined],
    ['an object for a text', z.string(), { a: 1 }],
    ['a date with a time for one without', z.iso.date(), new Date(0)],
    ['a text for a boolean', z.boolean(), 'false'],
    ['infinity', z.number(), Infinity],
    ['no number', z.number(), Number.NaN],
    ['a fraction for an integer', z.int(), 1.5],
    ['an integer that is not exact', z.int(), 2 ** 60],
    ['a text for an object', z.object({ b: z.string().optional() }), 'abc'],
    ['a list for an object', z.object({ b: z.string().optional() }), []],
    ['null in a list', z.array(z.string()), [null]],
    ['nothing in a list', z.array(z.string()), [undefined]],
  ])('%s', (_, schema, value) => {
    expect(() => serializer(z.object({ member: schema }))({ member: value })).toThrow(
      /^The output of {2}is not as its schema says \(member.*: .+\)\. Change one of the two\.$/,
    )
  })
})

test.each<[string, z.ZodType, unknown, string]>([
  ['a date for its text', z.iso.datetime(), new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ['the text of a date for a date', z.date(), '1970-01-01', '"1970-01-01"'],
  ['a bigint for an integer', z.int(), 5n, '5'],
  ['the text of a number for a number', z.number(), '0.5', '0.5'],
  ['a text that is not listed any more', z.enum(['a']), 'b', '"b"'],
])('what says the same in another form is written in that of the schema: %s', (_, schema, value, text) => {
  expect(serializer(z.object({ member: schema }))({ member: value })).toBe(`{"member":${text}}`)
})

test('holes in a list are what the parser makes of them', () => {
  expect(serializer(z.array(z.unknown()))(HOLED)).toBe('[1,null,3]')
  expect(serializer(z.array(z.int().optional()))(HOLED)).toBe('[1,null,3]')
})

test('a default that varies is asked for with each output', () => {
  let count = 0
  const counted = serializer(z.object({ number: z.int().default(() => count++) }))
  expect(counted({})).not.toBe(counted({}))
})

describe('a type that JSON has not is refused when the service starts:', () => {
  test.each<[string, z.ZodType]>([
    ['bigint', z.bigint()],
    ['map', z.map(z.string(), z.string())],
    ['transform', z.string().transform(Number)],
  ])('%s', (type, schema) => {
    expect(() => serializer(z.object({ inner: z.object({ value: schema }) }))).toThrow(
      new RegExp(`^The output of  \\(inner\\.value.*has the type ${type}`),
    )
  })
})

test('every output of this API is written by compiled code, but for entries of the log, which are texts already', () => {
  const outputs = Object.values(resources).flatMap(({ contract }: { contract: Resource }) =>
    Object.values<AnyOperation>({ ...contract.operations, ...contract.rest }).flatMap(({ name, output }) =>
      output ? [[name, isCompiled(output)]] : [],
    ),
  )
  expect(outputs.filter(([, compiled]) => !compiled)).toEqual([['events.subscribe', false]])
})
