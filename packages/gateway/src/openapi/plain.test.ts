import { on } from '@roster/core'
import { operation, resource } from '@roster/core/contract'
import { procedure, router } from '@roster/core/server'
import { application } from '@roster/test/application'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildDocument } from './document.ts'
import { headerRefs } from './headers.ts'

const named = { access: application.access, naming: application.naming }

test('a plain tRPC procedure with openapi meta is in the document, and its errors are problems', async () => {
  const greet = procedure
    .meta({ openapi: { method: 'GET', path: '/v1/greetings/{name}', summary: 'Greet' } })
    .input(z.object({ name: z.string() }))
    .output(z.object({ greeting: z.string().meta({ examples: ['Hello, Ada'] }) }))
    .query(({ input }) => ({ greeting: `Hello, ${input.name}` }))
  const plain = await buildDocument({
    ...named,
    router: router({ greet }),
    resources: [],
    baseUrl: 'http://localhost:3000',
  })
  expect(plain.paths!['/v1/greetings/{name}']!.get).toMatchObject({
    operationId: 'greet',
    summary: 'Greet',
    parameters: [{ in: 'path', name: 'name', required: true }],
    responses: {
      200: { content: { 'application/json': { example: { greeting: 'Hello, Ada' } } } },
      404: { $ref: '#/components/responses/NotFound' },
    },
  })
  expect(await new Validator().validate({ ...plain })).toMatchObject({ valid: true })
})

test('a plain procedure is described as an operation of the contract is: its statuses, headers and credentials', async () => {
  const greet = procedure
    .meta({ openapi: { method: 'GET', path: '/v1/greetings' } })
    .input(z.object({}))
    .output(z.object({ greeting: z.string() }))
    .query(() => ({ greeting: 'Hello' }))
  const { paths, components } = await buildDocument({
    ...named,
    router: router({ greet }),
    baseUrl: 'http://localhost:3000',
    schemes: ['apiKey', 'session'],
  })
  const { responses, security } = paths!['/v1/greetings']!.get!
  const words = { summary: 'Greet', description: 'Greets.', scope: 'any' } as const
  const own = operation({ ...words, method: 'GET', path: '/v1/hellos', output: z.object({ greeting: z.string() }) })
  resource({ name: 'hellos', title: 'Hellos', description: 'Hellos.', events: {}, operations: { own } })
  const { paths: others } = await buildDocument({
    ...named,
    router: router({ own: on(own, { run: () => ({ greeting: 'Hello' }) }) }),
    baseUrl: 'http://localhost:3000',
    schemes: ['apiKey', 'session'],
  })
  const { responses: asContract } = others!['/v1/hellos']!.get!
  const conditional = new Set(['304', '412'])
  expect(Object.keys(responses!)).toEqual(Object.keys(asContract!).filter((status) => !conditional.has(status)))
  expect(responses![200].headers).toEqual(headerRefs())
  expect(security).toEqual([{ apiKey: [] }, { session: [] }])
  expect(Object.keys(components!.schemas!)).toEqual(['Fault', 'Problem'])
})

test('a plain procedure takes what proves who calls, and neither a ticket nor a certificate alone', async () => {
  const greet = procedure
    .meta({ openapi: { method: 'GET', path: '/v1/greetings' } })
    .input(z.object({}))
    .output(z.object({ greeting: z.string() }))
    .query(() => ({ greeting: 'Hello' }))
  const { paths } = await buildDocument({ ...named, router: router({ greet }), baseUrl: 'http://localhost:3000' })
  expect(paths!['/v1/greetings']!.get!.security).toEqual([
    { oauth2: [] },
    { openIdConnect: [] },
    { bearer: [] },
    { bearer: [], mutualTLS: [] },
    { apiKey: [] },
    { basic: [] },
    { session: [] },
  ])
})

test('a plain procedure and an operation of the contract share a path', async () => {
  const body = { text: z.string() }
  const add = operation({ method: 'POST', path: '/notes', summary: 'Add', description: 'Adds.', scope: 'any', body })
  resource({ name: 'notes', title: 'Notes', description: 'Notes.', events: {}, operations: { add } })
  const count = procedure
    .meta({ openapi: { method: 'GET', path: '/notes' } })
    .input(z.object({}))
    .output(z.object({ count: z.int() }))
    .query(() => ({ count: 0 }))
  const { paths } = await buildDocument({
    ...named,
    router: router({ add: on(add, { run: () => {} }), count }),
    baseUrl: 'http://localhost:3000',
  })
  const names = Object.entries(paths!['/notes']!).map(([method, { operationId }]) => [method, operationId])
  expect(Object.fromEntries(names)).toEqual({ get: 'count', post: 'notes.add' })
})

test('schemas that contain themselves, and schemas without examples, are documented without one', async () => {
  const tree = z
    .object({
      get children() {
        return z.array(tree)
      },
    })
    .meta({ id: 'Tree' })
  const plant = procedure
    .meta({ openapi: { method: 'POST', path: '/v1/trees' } })
    .input(z.object({ kind: z.string() }))
    .output(tree)
    .mutation(() => ({ children: [] }))
  const plain = await buildDocument({
    ...named,
    router: router({ plant }),
    resources: [],
    baseUrl: 'http://localhost:3000',
  })
  expect(plain.components!.schemas!['Tree']).toEqual({
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    required: ['children'],
    additionalProperties: false,
  })
  expect(Object.keys(plain.paths!['/v1/trees']!.post!.responses!)).toContain('422')
})
