import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { define, get, having } from './sound.fixture.ts'

const put = (number: z.ZodType) => get({ method: 'PUT', body: { sizes: z.array(z.object({ number }).optional()) } })
const found = (shelf: z.ZodType) => get({ query: { shelf } })
const defining = (one: ReturnType<typeof get>) => define({ resources: { books: having({ one }) } })

test.each([
  z.bigint(),
  z.date(),
  z.map(z.string(), z.string()),
  z.set(z.string()),
  z.custom(() => true),
  z.union([z.string(), z.nan()]),
  z.lazy(() => z.symbol()),
  z.record(z.string(), z.tuple([z.string()], z.file())),
])('what cannot be sent as JSON is refused in a body: $type', (schema) => {
  expect(defining(put(schema))).toThrow(
    /^books\.one takes sizes\.number in the type \w+, which cannot be sent as JSON\. Declare what is sent instead, such as a string\.$/,
  )
})

test('a schema that has itself as a part is looked through', () => {
  const shelf = z.object({
    at: z.date(),
    get within() {
      return shelf.optional()
    },
  })
  expect(defining(put(shelf))).toThrow(/^books\.one takes sizes\.number\.at in the type date, which [^\n]+$/)
})

test.each([
  z.coerce.date(),
  z.string().transform(Number),
  z.preprocess(Number, z.number()),
  z.custom(() => true).meta({ override: { type: 'string' } }),
])('what is sent as JSON and becomes something else is taken: $type', (schema) => {
  expect(defining(put(schema))).not.toThrow()
})

test.each([
  z.object({ row: z.string() }),
  z.array(z.string()),
  z.record(z.string(), z.string()).optional(),
  z.object({ row: z.string() }).and(z.object({ shelf: z.string() })),
  z.union([z.array(z.string()), z.tuple([z.string()])]),
])('a parameter that no text stands for is refused: $type', (schema) => {
  expect(defining(found(schema))).toThrow(
    new DefinitionError([
      'books.one takes the parameter shelf as an object or a list, which an address has no form for. Take a text, a number or a boolean.',
    ]),
  )
})

test.each([
  z.union([z.string(), z.array(z.string())]),
  z.preprocess((text) => String(text).split(','), z.array(z.string())),
  z.coerce.number().default(1),
  z.int().and(z.int().min(5)),
])('a parameter that a text can stand for is taken: $type', (schema) => {
  expect(defining(found(schema))).not.toThrow()
})
