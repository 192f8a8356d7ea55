import { operation } from '@roster/api'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serializerOf } from './serializer.ts'

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
