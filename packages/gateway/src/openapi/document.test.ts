import { readFile } from 'node:fs/promises'
import { errorsOf, isStream, procedure, type Resource, router } from '@roster/api'
import { application } from '@roster/test/application'
import { examplesIn, nodes, pointedTo, resolved, schemaChecker } from '@roster/test/openapi'
import { startService } from '@roster/test/service'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildDocument, documentOf, operationsOf } from './document.ts'

const named = { access: application.access, naming: application.naming }
const options = { ...application, baseUrl: 'http://localhost:3000' }
const document = buildDocument(options)
const files = application.files.map(({ operation }) => operation)
const procedures = application.resources.flatMap(({ operations: own, rest }: Resource) =>
  Object.values({ ...own, ...rest }),
)
const operations = [...procedures, ...files]
const documented = new Map(operationsOf(document).map(({ operation }) => [operation.operationId!, operation]))

test('the document is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true })
  expect(document.openapi).toMatch(/^3\.1\./)
})

test('every operation of the contract is in it, at its path and method, and where sockets are opened', () => {
  const found = Object.entries(document.paths!).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  )
  const expected = operations.map(({ method, path, name }) => `${method} ${path} ${name}`)
  expect(found.sort()).toEqual([...expected, 'GET /ws events.socket'].sort())
})

/** Whether callers can read at its path what conditions of a change are about. */
const isReadAt = ({ path }: { path: string }) => operations.some((one) => one.method === 'GET' && one.path === path)

test.each(operations)(
  '$name lists its success, every status of its errors and those of its conditions',
  (operation) => {
    const ofSuccess = files.some((file) => file === operation) ? [200, 206] : [operation.status]
    const ofErrors = errorsOf(operation).map(({ status }) => status)
    const ofConditions = isStream(operation)
      ? []
      : operation.method === 'GET'
        ? [304, 412]
        : operation.method === 'POST' || !isReadAt(operation)
          ? []
          : [412]
    const statuses = [...ofSuccess, ...ofErrors, ...ofConditions].map(String)
    const { responses } = documented.get(operation.name)!
    expect(Object.keys(responses!)).toEqual([...new Set(statuses)].sort())
  },
)

test.each(operations)('$name shows an example problem for every one of its errors', (operation) => {
  const shown = Object.entries(documented.get(operation.name)!.responses!)
    .filter(([status, { $ref }]) => $ref && status !== '304' && status !== '412')
    .flatMap(([, { $ref }]) => Object.keys(pointedTo(document, $ref).content['application/problem+json'].examples))
  expect(shown.sort()).toEqual(
    errorsOf(operation)
      .map(({ code }) => code)
      .sort(),
  )
})

test('every operation, parameter and schema has a description and an example', () => {
  for (const [name, operation] of documented) {
    expect(operation).toMatchObject({ operationId: name, description: expect.stringMatching(/\w/) })
    for (const parameter of resolved(document, operation.parameters))
      expect(parameter).toMatchObject({ description: expect.stringMatching(/\w/), examples: { example: {} } })
  }
  for (const schema of Object.values<any>(document.components!.schemas!)) {
    expect(schema).toMatchObject({ description: expect.stringMatching(/\w/), examples: [{}] })
    const members = Object.entries<any>(schema.properties).filter(([, part]) => !part.$ref)
    expect(members.filter(([, { description }]) => !description)).toEqual([])
  }
})

test('every example validates against its schema', () => {
  const check = schemaChecker(document)
  const examples = Array.from(examplesIn(document))
  expect(examples.length).toBeGreaterThan(200)
  expect(examples.flatMap(([schema, value]) => check(schema, value))).toEqual([])
})

test('every reference resolves, and every shared part is referred to', () => {
  const used = new Set(Array.from(nodes(document)).flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])))
  expect(Array.from(used).filter((reference) => pointedTo(document, reference) === undefined)).toEqual([])
  const shared = ['schemas', 'responses', 'headers', 'parameters'].flatMap((kind) =>
    Object.keys(document.components![kind as 'schemas']!).map((name) => `#/components/${kind}/${name}`),
  )
  expect(shared.filter((reference) => !used.has(reference))).toEqual([])
})

test('every event of the catalogue is a webhook, and nothing else', () => {
  const events = application.resources.flatMap((source) => Object.entries(source.events))
  expect(Object.keys(document.webhooks!)).toEqual(events.map(([name]) => name))
  const check = schemaChecker(document)
  for (const [name, { description }] of events) {
    const { post } = document.webhooks![name] as { post: any }
    const { schema, example } = post.requestBody.content['application/json']
    expect(post).toMatchObject({ operationId: name, summary: description.slice(0, -1), security: [] })
    expect(resolved(document, post.parameters).map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
      'header webhook-id',
      'header webhook-timestamp',
      'header webhook-signature',
    ])
    expect(Object.keys(example)).toEqual(['event', 'id', 'cursor', 'created_at', 'api_version', 'actor', 'data'])
    expect(example.event).toBe(name)
    expect(check(schema.$ref.slice(1), example)).toEqual([])
    expect(check(schema.$ref.slice(1), { ...example, event: 'other.created' })).not.toEqual([])
    expect(Object.keys(post.responses)).toEqual(['410', '2XX', 'default'])
  }
})

test('a deletion tells of the identifier alone', () => {
  const { post } = document.webhooks!['user.deleted'] as { post: any }
  const { data } = post.requestBody.content['application/json'].example
  expect(Object.keys(data)).toEqual(['id'])
})

test('the events of a new resource appear by themselves', () => {
  const note = z.object({
    id: z
      .string()
      .max(64)
      .meta({ description: 'The note.', examples: ['not_1'] }),
  })
  const events = { 'note.created': { description: 'A note was made.', data: note } }
  const notes = { name: 'notes', title: 'Notes', description: 'Things to remember.', events }
  const plain = buildDocument({
    ...named,
    router: router({}),
    resources: [notes],
    baseUrl: 'http://localhost:3000',
  })
  expect(plain.webhooks).toMatchObject({ 'note.created': { post: { tags: ['notes'] } } })
  expect(plain.components!.schemas).toHaveProperty('NoteCreatedEvent')
})

test('PATCH takes JSON and merge patches, other bodies are JSON', () => {
  const types = (name: string) => Object.keys((documented.get(name)!.requestBody as any).content)
  expect(types('users.update')).toEqual(['application/json', 'application/merge-patch+json'])
  expect(types('users.create')).toEqual(['application/json'])
})

test('every integer has a format that it fits into', () => {
  const integers = Array.from(nodes(document)).filter(([, { type }]) => type === 'integer')
  const misnamed = integers.filter(
    ([, { format, maximum }]) => format !== (maximum <= 2_147_483_647 ? 'int32' : 'int64'),
  )
  expect(integers.length).toBeGreaterThan(20)
  expect(misnamed).toEqual([])
})

test('two builds give the same document, and RPC still refuses text for a number after them', async () => {
  expect(documentOf(options)).toEqual(documentOf(options))
  const service = await startService()
  expect(await service.admin.rpc('users.list', { limit: '7' })).toMatchObject({
    status: 400,
    body: { code: 'invalid-parameters', errors: [{ field: 'limit' }] },
  })
  await service.stop()
})

test('a plain tRPC procedure with openapi meta is in the document, and its errors are problems', async () => {
  const greet = procedure
    .meta({ openapi: { method: 'GET', path: '/v1/greetings/{name}', summary: 'Greet' } })
    .input(z.object({ name: z.string() }))
    .output(z.object({ greeting: z.string().meta({ examples: ['Hello, Ada'] }) }))
    .query(({ input }) => ({ greeting: `Hello, ${input.name}` }))
  const plain = buildDocument({
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

test('schemas that contain themselves, and schemas without examples, are documented without one', () => {
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
  const plain = buildDocument({
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

test('docs/openapi.yaml is what `npm run docs` writes', async () => {
  const committed = await readFile(new URL('../../../../docs/openapi.yaml', import.meta.url), 'utf8')
  const { yaml, json } = documentOf(options)
  expect(committed).toBe(yaml)
  expect(parse(yaml, { version: '1.1' })).toEqual(JSON.parse(json))
})
