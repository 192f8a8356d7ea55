import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryReader } from './query.ts'

const schema = z.object({
  name: z.string().optional(),
  limit: z.int().min(1).default(20),
  ratio: z.number().optional(),
  deep: z.boolean().optional(),
})
const read = queryReader(schema)

test.each([
  ['/users', {}],
  ['/users?', {}],
  ['/users?&&', {}],
  ['/users?name=Ada+Lovelace', { name: 'Ada Lovelace' }],
  ['/users?n%61me=%C5%81%3D%26%3F', { name: 'Ł=&?' }],
  ['/users?name=a=b?c', { name: 'a=b?c' }],
  ['/users?name', { name: '' }],
  ['/users?name=7', { name: '7' }],
  ['/users?limit=7', { limit: 7 }],
  ['/users?limit=-7', { limit: -7 }],
  ['/users?ratio=0.5&deep=true', { ratio: 0.5, deep: true }],
])('%s is %j', (url, values) => {
  expect(read(url)).toEqual(values)
})

test.each<[string, z.ZodType, unknown]>([
  ['7', z.int().nullable(), 7],
  ['7', z.int().meta({ id: 'Grade' }).optional(), 7],
  ['7', z.union([z.literal('all'), z.int()]), 7],
  ['all', z.union([z.literal('all'), z.int()]), 'all'],
  ['true', z.number().or(z.boolean()), true],
  ['7', z.literal([7, 'seven']), 7],
  ['7', z.string().nullable(), '7'],
  ['7', z.union([z.int(), z.string()]), '7'],
  ['7', z.enum(['7', 'all']), '7'],
])('%s, which may be one of several things, is read as what it can be', (text, it, value) => {
  expect(queryReader(z.strictObject({ it }))(`/users?it=${text}`)).toEqual({ it: value })
})

test.each(['', ' ', '07', '+7', '7.0', '7e0', '0x7', 'Infinity', '12345678901234567', 'true'])(
  'the text %j is no integer and stays text',
  (text) => {
    expect(read(`/users?limit=${encodeURIComponent(text)}`)).toEqual({ limit: text })
  },
)

test('a parameter that comes twice is a fault of its own, and each is listed', () => {
  expect(() => read('/users?name=a&name=a&limit=1&%6cimit=2&version=1&version=1')).toThrow(
    expect.objectContaining({
      code: 'invalid-parameters',
      faults: [
        { field: 'name', code: 'repeated', message: 'must be given once' },
        { field: 'limit', code: 'repeated', message: 'must be given once' },
        { field: 'version', code: 'repeated', message: 'must be given once' },
      ],
    }),
  )
})

test('whatever else is wrong is told along with a repeated parameter and another version', () => {
  const strict = queryReader(
    z.strictObject({ id: z.string(), limit: z.int().min(1).default(20), ratio: z.number().optional() }),
  )
  expect(() => strict('/users?version=2&limit=0&ratio=x&ratio=y&colour=red')).toThrow(
    expect.objectContaining({
      code: 'invalid-parameters',
      faults: [
        { field: 'version', code: 'invalid-value', message: 'must be 1, the only version there is' },
        { field: 'ratio', code: 'repeated', message: 'must be given once' },
        { field: 'limit', code: 'too-small', message: 'must be at least 1' },
        { field: 'colour', code: 'unknown-parameter', message: 'is not a parameter of this operation' },
      ],
    }),
  )
})

test('a parameter of the path is none of the query', () => {
  const reads = queryReader(z.strictObject({ user_id: z.string(), limit: z.int().min(1).default(20) }), ['user_id'])
  expect(() => reads('/users/usr_1?user_id=usr_2&limit=0')).toThrow(
    expect.objectContaining({
      code: 'invalid-parameters',
      faults: [
        { field: 'user_id', code: 'unknown-parameter', message: 'is not a parameter of this operation' },
        { field: 'limit', code: 'too-small', message: 'must be at least 1' },
      ],
    }),
  )
})

test('percent-encoding that is no UTF-8 is refused', () => {
  for (const text of ['%', '%f', '%zz', '%ff', '%C0%AF'])
    expect(() => read(`/users?name=${text}`)).toThrow(expect.objectContaining({ code: 'invalid-parameters' }))
})

test('__proto__ is a parameter like any other', () => {
  const values = read('/users?__proto__=x')
  expect(Object.keys(values)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
})

test('reading a query leaves the schema as strict as it was', () => {
  read('/users?limit=7')
  expect(schema.safeParse({ limit: '7' }).success).toBe(false)
})
