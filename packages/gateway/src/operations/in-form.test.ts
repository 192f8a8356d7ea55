import { operation } from '@roster/core/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serializerOf } from './serializer.ts'

const serializer = (output: z.ZodType) =>
  serializerOf(operation({ method: 'GET', path: '/x', summary: '', description: '', scope: 'any', output }))!

const write = (output: z.ZodType, value: unknown) => JSON.parse(serializer(output)(value))

const PAID = [
  z.object({ type: z.literal('card'), amount: z.number(), last4: z.string() }),
  z.object({ type: z.literal('bank'), amount: z.number(), iban: z.string() }),
] as const
const CARD = { type: 'card', amount: '12.5', last4: '4242', iban: null }
const WRITTEN_CARD = '{"type":"card","amount":12.5,"last4":"4242"}'
const STATED = z.object({ at: z.date(), state: z.enum(['new']), more: z.string().default('d') })
const TOLD = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['a', 'b']), x: z.number() }),
  z.object({ kind: z.enum(['c']), y: z.string() }),
])

describe('what says the same in another form is written in that of the schema, also where the parser has to be called for:', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    [
      'a default',
      z.object({ price: z.number(), currency: z.string().default('EUR') }),
      { price: '12.5' },
      '{"price":12.5,"currency":"EUR"}',
    ],
    ['a column of another alternative', z.union(PAID), CARD, WRITTEN_CARD],
    ['a column of another kind', z.discriminatedUnion('type', [...PAID]), CARD, WRITTEN_CARD],
    [
      'a function',
      z.object({ at: z.iso.datetime(), n: z.number() }).superRefine(() => {}),
      { at: new Date(0), n: '12' },
      '{"at":"1970-01-01T00:00:00.000Z","n":12}',
    ],
    [
      'texts of a date and of an enum',
      STATED,
      { at: '1970-01-01', state: 'old' },
      '{"at":"1970-01-01","state":"old","more":"d"}',
    ],
    ['a list of them', z.array(STATED.pick({ state: true })).check(() => {}), [{ state: 'old' }], '[{"state":"old"}]'],
    ['what tells kinds apart', TOLD, { kind: 'b', x: 1n, y: null }, '{"kind":"b","x":1}'],
    ['a record', z.record(z.string(), z.number()), { a: '0.5' }, '{"a":0.5}'],
    ['a tuple', z.tuple([z.int()], z.number()), [1n, '0.5'], '[1,0.5]'],
  ])('%s', (_, schema, value, text) => {
    expect(serializer(schema)(value)).toBe(text)
  })
})

test('what an alternative takes as it is belongs to that, and not to one before it in another form', () => {
  const schema = z.object({
    at: z.iso.datetime(),
    of: z.union([z.object({ n: z.number() }), z.object({ n: z.string() })]),
  })
  expect(write(schema, { at: new Date(0), of: { n: '5' } })).toMatchObject({ of: { n: '5' } })
})

test('a kind that there is not is refused, whatever the form of other members', () => {
  expect(() => serializer(TOLD)({ kind: 'd', x: '1', y: null })).toThrow('is not as its schema says')
  expect(() => serializer(z.union(TOLD.options))({ kind: 'c', x: '1', y: 2 })).toThrow('is not as its schema says')
})
