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

const NAMED = z.union([z.object({ id: z.string(), nick: z.string() }), z.object({ id: z.string(), email: z.string() })])
const PLACED = z.discriminatedUnion('place', [
  z.object({ place: z.literal('shelf'), shelf: z.string() }),
  z.object({ place: z.literal('lent'), reader: z.string() }),
])
const TRIMMED = z.union([z.object({ a: z.string().trim(), c: z.string() }), z.object({ a: z.string(), b: z.string() })])
const NESTED = z.union([z.object({ in: z.object({ a: z.int() }) }), z.object({ in: z.object({ b: z.string() }) })])

describe('members of another alternative never leave, whatever they hold:', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['of two', NAMED, { id: '1', nick: 'n', email: 's3cret' }, { id: '1', nick: 'n' }],
    ['in a list', z.array(NAMED), [{ id: '1', nick: 'n', email: 's3cret' }], [{ id: '1', nick: 'n' }]],
    ['by a kind', PLACED, { place: 'shelf', shelf: 'A', reader: 's3cret' }, { place: 'shelf', shelf: 'A' }],
    ['nothing', PLACED, { place: 'shelf', shelf: 'A', reader: null }, { place: 'shelf', shelf: 'A' }],
    [
      'in a member',
      z.object({ at: PLACED }),
      { at: { place: 'lent', reader: 'r', shelf: null } },
      { at: { place: 'lent', reader: 'r' } },
    ],
    ['beside what is changed', TRIMMED, { a: ' 1 ', b: '2', c: '3' }, { a: '1', c: '3' }],
    ['in a member that both have', NESTED, { in: { a: 1, b: 's3cret' } }, { in: { a: 1 } }],
  ])('%s', (_, schema, value, parsed) => {
    expect(isCompiled(schema)).toBe(true)
    expect(write(schema, value)).toEqual(parsed)
  })
})

test('a value with the members of another kind than its own is refused', () => {
  expect(() => serializer(PLACED)({ place: 'shelf', reader: 's3cret' })).toThrow('is not as its schema says (shelf: ')
})

test('a member that may be undefined tells no alternatives apart', () => {
  const schema = z.union([z.object({ a: z.unknown() }), z.object({ b: z.string() })])
  expect(write(schema, { a: undefined, b: 's3cret' })).toEqual({})
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
    ['the text of infinity', z.number(), '-Infinity'],
    ['the text of no decimal', z.number(), '0x10'],
    ['a bigint that is not exact', z.number(), 9007199254740993n],
    ['a text of a number that is not exact', z.number(), '9007199254740993'],
    ['a text that a literal never was', z.literal('a'), 'b'],
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
  ['the text of a column with two decimals', z.number(), '12.50', '12.5'],
  ['such a text below nothing', z.number().nullable(), '-12.00', '-12'],
  ['the text of an integer', z.int(), '7.00', '7'],
  ['a text that is not listed any more', z.enum(['a']), 'b', '"b"'],
])('what says the same in another form is written in that of the schema: %s', (_, schema, value, text) => {
  expect(serializer(z.object({ member: schema }))({ member: value })).toBe(`{"member":${text}}`)
})

test('holes in a list are what the parser makes of them', () => {
  const holed = Object.assign([1], { 2: 3 })
  expect(serializer(z.array(z.unknown()))(holed)).toBe('[1,null,3]')
  expect(serializer(z.array(z.int().optional()))(holed)).toBe('[1,null,3]')
})

test('a default is asked for with each output, whatever it goes by', () => {
  let state = 'before'
  const stated = serializer(z.object({ state: z.string().default(() => state), more: z.string().default('d') }))
  expect(stated({})).toBe('{"state":"before","more":"d"}')
  state = 'after'
  expect(stated({})).toBe('{"state":"after","more":"d"}')
})

describe('what a function makes of a value is written:', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['of a text', z.string().check((context) => void (context.value = 'changed')), 'x', '"changed"'],
    ['of an object', z.object({ a: z.int().optional() }).check(({ value }) => void delete value.a), { a: 1 }, '{}'],
    ['of a list', z.array(z.int()).check(({ value }) => void value.push(2)), [1], '[1,2]'],
    [
      'of an optional text',
      z
        .string()
        .optional()
        .check((context) => void (context.value = 'changed')),
      'x',
      '"changed"',
    ],
  ])('%s', (_, schema, value, text) => {
    expect(serializer(schema)(value)).toBe(text)
  })
})

test('what a function makes of an object is no change of the output itself', () => {
  const value = { a: 1, b: [1] }
  const schema = z.object({
    a: z.int().optional(),
    b: z.array(z.int()).check((context) => void context.value.push(2)),
  })
  expect(serializer(schema.check((context) => void delete context.value.a))(value)).toBe('{"b":[1,2]}')
  expect(value).toEqual({ a: 1, b: [1] })
})

test('a function that only refuses texts leaves them to compiled code', () => {
  const schema = z
    .string()
    .check(({ value, issues }) => void (value === '' && issues.push({ code: 'custom', input: value })))
  expect(isCompiled(schema)).toBe(true)
  expect(isCompiled(z.object({ a: z.int() }).refine(() => true))).toBe(true)
})

describe('what documents say of a schema changes nothing of what is written:', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['a type', z.any().meta({ type: 'string' }), { b: 1 }],
    ['an object', z.unknown().meta({ type: 'object' }), { b: 1 }],
    ['no other members', z.record(z.string(), z.unknown()).meta({ additionalProperties: false }), { b: 1 }],
    ['members', z.object({ a: z.int() }).meta({ properties: { secret: {} } }), { a: 1, secret: 's' }],
    ['a list', z.array(z.unknown()).meta({ items: { type: 'string' } }), [{ b: 1 }]],
    ['a default', z.object({ a: z.string().optional().meta({ default: 'x' }) }), {}],
    ['nothing', z.object({ a: z.string().meta({ not: {} }) }), { a: 'x', secret: 's' }],
  ])('%s', (_, schema, value) => {
    expect(isCompiled(schema)).toBe(true)
    expect(serializer(schema)(value)).toBe(JSON.stringify(schema.parse(value)))
  })
})

describe('whatever JSON has not is left out as its parser leaves it out:', () => {
  const nothing = { toJSON: () => undefined }
  const another = { a: 'x', toJSON: () => ({ a: 's3cret' }) }
  test.each<[string, z.ZodType, unknown, string]>([
    ['a function', z.object({ a: z.unknown() }), { a: () => 1 }, '{}'],
    ['symbols in a list', z.array(z.any()), [Symbol('x')], '[null]'],
    ['what every object has', z.object({ toString: z.unknown() }), {}, '{}'],
    ['what says that it is nothing', z.object({ a: z.unknown() }), { a: nothing }, '{}'],
    ['what an object says of itself', z.object({ a: z.string() }), another, '{"a":"x"}'],
    ['what a list says of itself', z.array(z.int()), Object.assign([1], another), '[1]'],
    ['a date for anything', z.unknown(), new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])('%s', (_, schema, value, text) => {
    expect(serializer(schema)(value)).toBe(text)
  })
  test('what a record says of itself', () => {
    const schema = z.record(z.string(), z.unknown())
    expect(serializer(schema)(another)).toBe(JSON.stringify(schema.parse(another)))
  })
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

test('a record that names of another form are no members of is written whole', () => {
  const headers = z.looseRecord(z.string().startsWith('x-'), z.string())
  const value = { headers: { 'x-a': 'a', other: 1 } }
  expect(write(z.object({ headers }), value)).toEqual(value)
})
