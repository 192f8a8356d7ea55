import { readFile } from 'node:fs/promises'
import { application as roster } from '@roster/api'
import { on } from '@roster/core'
import { operation, resource } from '@roster/core/contract'
import { router } from '@roster/core/server'
import { application } from '@roster/test/application'
import { schemaChecker } from '@roster/test/openapi'
import { startService } from '@roster/test/service'
import { documentSuite } from '@roster/test/suites/document'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildDocument, operationsOf, yamlOf } from './document.ts'

const named = { access: application.access, naming: application.naming }
const options = { ...application, baseUrl: 'http://localhost:3000' }
const document = await buildDocument(options)
const documented = new Map(operationsOf(document).map(({ operation: one }) => [one.operationId!, one]))

await documentSuite(roster)

test('a deletion tells of the identifier alone', () => {
  const { post } = document.webhooks!['user.deleted'] as { post: any }
  const { data } = post.requestBody.content['application/json'].example
  expect(Object.keys(data)).toEqual(['id'])
})

test('the events of a new resource appear by themselves', async () => {
  const note = z.object({
    id: z
      .string()
      .max(64)
      .meta({ description: 'The note.', examples: ['not_1'] }),
  })
  const events = { 'note.created': { description: 'A note was made.', data: note } }
  const notes = { name: 'notes', title: 'Notes', description: 'Things to remember.', events }
  const plain = await buildDocument({
    ...named,
    router: router({}),
    resources: [notes],
    baseUrl: 'http://localhost:3000',
  })
  expect(plain.webhooks).toMatchObject({ 'note.created': { post: { tags: ['notes'] } } })
  expect(plain.components!.schemas).toHaveProperty('NoteCreatedEvent')
})

test('a schema is told apart from itself where it differs as it is sent, as it is answered and as events tell of it', async () => {
  const id = z.string().meta({ description: 'The shelf.', examples: ['she_1'] })
  const shelf = z.object({ id, floor: z.int().default(1) }).meta({ id: 'Shelf', examples: [{ id: 'she_1', floor: 1 }] })
  const words = { summary: 'Add', description: 'Adds.', scope: 'any' } as const
  const add = operation({ ...words, method: 'POST', path: '/shelves', body: { shelf } })
  const events = { 'shelf.added': { description: 'A shelf was added.', data: shelf } }
  const shelves = resource({ name: 'shelves', title: 'Shelves', description: 'Shelves.', events, operations: { add } })
  const { components } = await buildDocument({
    ...named,
    router: router({ add: on(add, { run: () => {} }) }),
    resources: [shelves],
    baseUrl: 'http://localhost:3000',
  })
  const schemas = components!.schemas as Record<string, any>
  expect(schemas['Shelf'].required).toEqual(['id'])
  expect(schemas['ShelvesAddBody'].properties.shelf).toEqual({ $ref: '#/components/schemas/Shelf' })
  const { $ref } = schemas['ShelfAddedEvent'].properties.data
  expect(schemas[$ref.split('/').at(-1)].required).toEqual(['id', 'floor'])
})

test('a default that varies is in no document, and one that does not is', async () => {
  const body = { day: z.string().default(() => String(Math.random())), floor: z.int().default(1) }
  const add = operation({ method: 'POST', path: '/days', summary: 'Add', description: 'Adds.', scope: 'any', body })
  resource({ name: 'days', title: 'Days', description: 'Days.', events: {}, operations: { add } })
  const { components } = await buildDocument({
    ...named,
    router: router({ add: on(add, { run: () => {} }) }),
    baseUrl: 'http://localhost:3000',
  })
  const { properties, required } = components!.schemas!['DaysAddBody'] as Record<string, any>
  expect([properties.day.default, properties.floor.default, required]).toEqual([undefined, 1, undefined])
})

test('a body has the example that its operation gives, and no other', async () => {
  const words = { summary: 'Add a note', description: 'Adds a note.', scope: 'any' } as const
  const body = { text: z.string() }
  const add = operation({ ...words, method: 'POST', path: '/notes', body, example: { text: 'Buy milk' } })
  const put = operation({ ...words, method: 'PUT', path: '/notes', body })
  const notes = resource({ name: 'notes', title: 'Notes', description: 'Notes.', events: {}, operations: { add, put } })
  const { components, paths } = await buildDocument({
    ...named,
    router: router({ add: on(add, { run: () => {} }), put: on(put, { run: () => {} }) }),
    resources: [notes],
    baseUrl: 'http://localhost:3000',
  })
  expect(components!.schemas!['NotesAddBody']).toHaveProperty('examples', [{ text: 'Buy milk' }])
  expect(components!.schemas!['NotesPutBody']).not.toHaveProperty('examples')
  const { content } = paths!['/notes']!.put!.requestBody as { content: Record<string, object> }
  expect(content['application/json']).not.toHaveProperty('example')
})

test('PATCH takes JSON and merge patches, other bodies are JSON', () => {
  const types = (name: string) => Object.keys((documented.get(name)!.requestBody as any).content)
  expect(types('users.update')).toEqual(['application/json', 'application/merge-patch+json'])
  expect(types('users.create')).toEqual(['application/json'])
})

test('addresses in every script are of the format, and a time is in one form alone', () => {
  const check = schemaChecker(document)
  const user = document.components!.schemas!['User'] as any
  const breaches = (change: object) => check('/components/schemas/User', { ...user.examples[0], ...change })
  expect(breaches({ email: 'żółw@пример.example' })).toEqual([])
  expect(user.properties.email.format).toBe('email')
  for (const time of ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.0+01:00', '2026-11-21T09:30:00.000z'])
    expect(breaches({ created_at: time })).not.toEqual([])
})

test('two builds give the same document, and RPC still refuses text for a number after them', async () => {
  expect(await buildDocument(options)).toEqual(await buildDocument(options))
  const service = await startService()
  expect(await service.admin.rpc('users.list', { limit: '7' })).toMatchObject({
    status: 400,
    body: { code: 'invalid-parameters', errors: [{ field: 'limit' }] },
  })
  await service.stop()
})

test('docs/openapi.yaml is what `npm run docs` writes', async () => {
  const committed = await readFile(new URL('../../../../docs/openapi.yaml', import.meta.url), 'utf8')
  const built = await buildDocument(options)
  const yaml = await yamlOf(built)
  expect(committed).toBe(yaml)
  expect(parse(yaml, { version: '1.1' })).toEqual(JSON.parse(JSON.stringify(built)))
})
