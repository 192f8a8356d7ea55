import { expect, test } from 'vitest'
import { z } from 'zod'
import { agentOperationOf } from './agent-operation.ts'
import { type Deprecation, operation } from './operation.ts'

const agent = { name: 'lend_book', description: 'Lends a book.' }
const lend = (shape: Record<string, z.ZodType>, output: z.ZodType = z.null(), deprecated?: Deprecation) =>
  agentOperationOf(
    operation({
      method: 'POST',
      path: '/x',
      summary: 'Lend',
      description: 'Lends.',
      scope: 'any',
      agent,
      body: shape,
      output,
      ...(deprecated && { deprecated }),
    }),
  )

test.each<[string, z.ZodType, object]>([
  ['a date', z.coerce.date(), { type: 'string', format: 'date-time' }],
  ['a text that becomes a number', z.string().transform(Number), { type: 'string' }],
  ['what becomes a number', z.preprocess(Number, z.number()), { type: 'number' }],
  ['what says how it is sent', z.custom(() => true).meta({ override: { type: 'string' } }), { type: 'string' }],
  [
    'what does so by a function',
    z
      .custom(() => true)
      .meta({ override: ({ jsonSchema }: { jsonSchema: object }) => Object.assign(jsonSchema, { type: 'null' }) }),
    { type: 'null' },
  ],
  ['a default that varies', z.string().default(() => String(Math.random())), { type: 'string' }],
  ['a default', z.string().default('a'), { type: 'string', default: 'a' }],
])('an agent is told what to send for %s', (_, schema, told) => {
  expect(lend({ it: schema }).inputSchema).toMatchObject({ properties: { it: {} } })
  expect((lend({ it: schema }).inputSchema['properties'] as { it: object }).it).toEqual(told)
})

test('an agent is told of a date in an answer as the text that it is written as', () => {
  const { tool } = lend({}, z.object({ due: z.date() }))
  expect(tool?.outputSchema).toMatchObject({ properties: { due: { type: 'string' } } })
})

test('an agent is told that an operation goes away, and where it reads what to call instead', () => {
  const end = { since: '2026-01-01', sunset: '2027-01-01', link: 'https://books.example/lending' }
  const told = 'Deprecated since 2026-01-01; it may be gone from 2027-01-01 on. See https://books.example/lending'
  expect(lend({}, z.null(), end)).toMatchObject({
    description: `Lends. ${told}`,
    tool: { description: `Lends a book. ${told}` },
  })
})
