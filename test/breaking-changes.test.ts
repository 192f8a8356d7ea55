import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { breakingChanges } from '../scripts/breaking-changes.ts'

type Document = any
type Change = (document: Document) => unknown

const committed: Document = parse(readFileSync(new URL('../docs/openapi.yaml', import.meta.url), 'utf8'))

/** What breaks when the committed document is changed like this. */
function breaks(change: Change): string[] {
  const changed = structuredClone(committed)
  change(changed)
  return breakingChanges(committed, changed)
}

const users = (document: Document) => document.paths['/v1/users']
const user = (document: Document) => document.paths['/v1/users/{user_id}']
const schemas = ({ components }: Document) => components.schemas
const creation = (document: Document) => schemas(document).UsersCreateBody
const me = (document: Document) => schemas(document).Me
const apiKeys = (document: Document) => schemas(document).ApiKeysCreateBody
const created = (document: Document) => document.webhooks['user.created'].post
const limit = (document: Document) => users(document).get.parameters.find((one: Document) => one.name === 'limit')

const breaking: [name: string, change: Change, first: string][] = [
  ['a path that is gone', (d) => delete d.paths['/v1/me'], 'GET /v1/me is gone'],
  ['an operation that is gone', (d) => delete user(d).delete, 'DELETE /v1/users/{user_id} is gone'],
  ['an operation with another name', (d) => (users(d).get.operationId = 'users.all'), 'GET /v1/users is named users.all, not users.list'],
  ['a response that is gone', (d) => delete user(d).get.responses[410], 'GET /v1/users/{user_id} no longer has the response 410'],
  ['a header that is gone', (d) => delete user(d).get.responses[200].headers.ETag, 'GET /v1/users/{user_id} 200 no longer has the header ETag'],
  ['a credential that is no longer taken', (d) => users(d).get.security.pop(), 'GET /v1/users no longer takes the credential session'],
  ['a credential that goes with another one now', (d) => users(d).get.security.splice(2, 1), 'GET /v1/users no longer takes the credential bearer'],
  ['a credential where none was needed', (d) => (d.paths['/v1/session'].post.security = [{ apiKey: [] }]), 'POST /v1/session no longer takes the credential none'],
  ['a header that an answer may lack now', (d) => (d.components.headers.ETag.required = false), 'GET /v1/users/{user_id} 200 no longer always has the header ETag'],
  ['a scope that is needed now', (d) => (users(d).get.security[0].apiKey = ['read:all']), 'GET /v1/users needs the scope read:all'],
  ['a parameter that is gone', (d) => users(d).get.parameters.shift(), 'GET /v1/users no longer takes the parameter query limit'],
  ['a parameter that is required now', (d) => (limit(d).required = true), 'GET /v1/users requires the parameter query limit'],
  ['a tighter maximum', (d) => (limit(d).schema.maximum = 50), 'GET /v1/users query limit has maximum 50, not 100'],
  ['a tighter minimum', (d) => (limit(d).schema.minimum = 2), 'GET /v1/users query limit has minimum 2, not 1'],
  ['a body that is required now', (d) => (d.paths['/v1/me'].get.requestBody = { required: true }), 'GET /v1/me requires a body'],
  ['a media type that is gone', (d) => delete user(d).patch.requestBody.content['application/merge-patch+json'], 'PATCH /v1/users/{user_id} body no longer has the media type application/merge-patch+json'],
  ['a member of a request that is gone', (d) => delete creation(d).properties.status, 'POST /v1/users body no longer has the member status'],
  ['a member that a request must have now', (d) => creation(d).required.push('status'), 'POST /v1/users body requires status'],
  ['a value that a request may no longer have', (d) => creation(d).properties.role.enum.pop(), 'POST /v1/users body.role no longer takes viewer'],
  ['a request of another type', (d) => (creation(d).properties.name.type = 'integer'), 'POST /v1/users body.name no longer takes string'],
  ['a request with another pattern', (d) => (creation(d).properties.name.pattern = '^a'), 'POST /v1/users body.name has another pattern'],
  ['a request with another default', (d) => (creation(d).properties.status.default = 'invited'), 'POST /v1/users body.status has the default "invited", not "active"'],
  ['a request without a default', (d) => delete limit(d).schema.default, 'GET /v1/users query limit has no default, not 20'],
  ['a request with another constant', (d) => (d.components.parameters.Version.schema.const = '2'), 'GET /v1/users query version no longer takes 1'],
  ['a request that has to be one of some', (d) => (creation(d).properties.name.enum = ['Ada']), 'POST /v1/users body.name no longer takes others'],
  ['a request of another format', (d) => (creation(d).properties.email.format = 'uri'), 'POST /v1/users body.email has another format'],
  ['a request of fewer forms', (d) => (apiKeys(d).properties.user_id.anyOf.shift()), 'POST /v1/api-keys body.user_id has fewer forms'],
  ['a request of several forms that can be no text now', (d) => (apiKeys(d).properties.user_id.anyOf[0].type = 'integer'), 'POST /v1/api-keys body.user_id no longer takes string'],
  ['a member of an answer that is gone', (d) => delete me(d).properties.role, 'GET /v1/me 200 no longer has the member role'],
  ['a member that an answer may lack now', (d) => me(d).required.pop(), 'GET /v1/me 200 no longer always has user'],
  ['a value that an answer no longer has', (d) => me(d).properties.role.enum.pop(), 'GET /v1/me 200.role no longer has the value service'],
  ['an answer that can be null now', (d) => (me(d).properties.role.type = ['string', 'null']), 'GET /v1/me 200.role can be null'],
  ['an answer of several forms that can be null now', (d) => users(d).get.responses[200].content['application/json'].schema.anyOf.push({ type: 'null' }), 'GET /v1/users 200 can be null'],
  ['an answer of any type', (d) => delete me(d).properties.role.type, 'GET /v1/me 200.role can be null, boolean, object, array, number, integer'],
  ['an answer with another format', (d) => (schemas(d).User.properties.created_at.format = 'time'), 'POST /v1/users 201.created_at has another format'],
  ['a form of an answer that is gone', (d) => users(d).get.responses[200].content['application/json'].schema.anyOf.pop(), 'GET /v1/users 200 has fewer forms'],
  ['a member that an item may lack now', (d) => schemas(d).OrderItem.required.shift(), 'GET /v1/users/{user_id}/orders 200.data[].items[] no longer always has sku'],
  ['a replacement that is gone', (d) => delete user(d).put, 'PUT /v1/users/{user_id} is gone'],
  ['an event that is gone', (d) => delete d.webhooks['user.created'], 'event user.created is gone'],
  ['a member of an event that is gone', (d) => delete schemas(d).UserCreatedEvent.properties.cursor, 'event user.created no longer has the member cursor'],
  ['a header of an event that is gone', (d) => created(d).parameters.shift(), 'event user.created no longer has the parameter header webhook-id'],
  ['a response to an event that is gone', (d) => delete created(d).responses[410], 'event user.created no longer has the response 410'],
  ['an item that changed', (d) => delete schemas(d).OrderItem.properties.sku, 'GET /v1/users/{user_id}/orders 200.data[].items[] no longer has the member sku'],
] // prettier-ignore

test.each(breaking)('%s breaks', (_name, change, first) => {
  expect(breaks(change)).toContain(first)
})

test.each<[name: string, change: Change]>([
  ['nothing', () => {}],
  ['a new path', (d) => (d.paths['/v1/notes'] = d.paths['/v1/me'])],
  ['a new response', (d) => (user(d).get.responses[418] = user(d).get.responses[404])],
  ['a new parameter', (d) => users(d).get.parameters.push({ in: 'query', name: 'colour', schema: { type: 'string' } })],
  ['a wider maximum', (d) => (limit(d).schema.maximum = 500)],
  ['a limit that is stated for the first time', (d) => (creation(d).properties.role.maxLength = 10)],
  ['a new member of a request', (d) => (creation(d).properties.nickname = { type: 'string' })],
  ['a new value of a request', (d) => creation(d).properties.role.enum.push('editor')],
  ['a request that can be null', (d) => (creation(d).properties.name.type = ['string', 'null'])],
  ['a request that takes every number', (d) => (limit(d).schema.type = 'number')],
  ['a new member of an answer', (d) => (me(d).properties.nickname = { type: 'string' })],
  ['a new value of an answer', (d) => me(d).properties.role.enum.push('editor')],
  ['a credential that goes without another one now', (d) => delete users(d).get.security[3].mutualTLS],
  ['no credential where one was needed', (d) => (users(d).get.security = [{}])],
  ['a default that is stated for the first time', (d) => (creation(d).properties.role.default = 'viewer')],
  ['an answer of several forms that is never null any more', (d) => schemas(d).ApiKey.properties.user_id.anyOf.pop()],
  [
    'forms in another order',
    (d) =>
      users(d).get.responses[200].content['application/json'].schema.anyOf.push(
        users(d).get.responses[200].content['application/json'].schema.anyOf.shift(),
      ),
  ],
  ['a header that an answer always has now', (d) => (d.components.headers['Retry-After'].required = true)],
  ['a new event', (d) => (d.webhooks['user.renamed'] = d.webhooks['user.updated'])],
  ['a new member of an event', (d) => (schemas(d).UserCreatedEvent.properties.tag = { type: 'string' })],
  ['a new credential', (d) => users(d).get.security.push({ oauth2: ['read:users'] })],
  ['another description', (d) => (users(d).get.description = 'Users.')],
])('%s does not break', (_name, change) => {
  expect(breaks(change)).toEqual([])
})

test('a higher major version may break everything', () => {
  const change: Change = (document) => {
    document.paths = {}
  }
  expect(breaks(change).length).toBeGreaterThan(10)
  expect(breaks((document) => Object.assign(document, { paths: {}, info: { version: '2.0.0' } }))).toEqual([])
  const minor = breaks((document) => Object.assign(document, { paths: {}, info: { version: '1.10.0' } }))
  expect(minor.length).toBeGreaterThan(10)
})

/** A document of one operation, which takes a body of this schema. */
const taking = (schema: object) => ({
  info: { version: '1.0.0' },
  paths: { '/notes': { post: { requestBody: { content: { json: { schema } } }, responses: {} } } },
  components: { schemas: { Floor: { type: 'integer' } } },
})

/** A document of one operation, which returns what this schema describes. */
const answering = (schema: object) => ({
  info: { version: '1.0.0' },
  paths: { '/notes': { get: { responses: { 200: { content: { json: { schema } } } } } } },
})

const floor = { $ref: '#/components/schemas/Floor' }

test.each<[what: string, before: object, after: object, change: string]>([
  ['exclusiveMaximum', { exclusiveMaximum: 5 }, { exclusiveMaximum: 4 }, 'has exclusiveMaximum 4, not 5'],
  ['maxLength', { maxLength: 5 }, { maxLength: 4 }, 'has maxLength 4, not 5'],
  ['maxItems', { maxItems: 5 }, { maxItems: 4 }, 'has maxItems 4, not 5'],
  ['exclusiveMinimum', { exclusiveMinimum: 4 }, { exclusiveMinimum: 5 }, 'has exclusiveMinimum 5, not 4'],
  ['minLength', { minLength: 4 }, { minLength: 5 }, 'has minLength 5, not 4'],
  ['minItems', { minItems: 4 }, { minItems: 5 }, 'has minItems 5, not 4'],
  ['what other members', {}, { additionalProperties: false }, 'no longer takes other members'],
  ['the default beside a reference', { ...floor, default: 1 }, { ...floor, default: 2 }, 'has the default 2, not 1'],
])('%s: a body that takes less breaks', (_what, before, after, change) => {
  expect(breakingChanges(taking(before), taking(after))).toEqual([`POST /notes body ${change}`])
})

test('each form is compared with the one that is most like it', () => {
  const [circle, square] = ['radius', 'side'].map((name) => ({
    type: 'object',
    required: [name],
    properties: { [name]: {} },
  }))
  const line = { type: 'object', required: ['from'], properties: { from: {} } }
  expect(breakingChanges(taking({ anyOf: [circle, square] }), taking({ anyOf: [line, circle, square] }))).toEqual([])
  expect(breakingChanges(taking({ anyOf: [circle, square] }), taking({ anyOf: [line, circle] }))).toEqual([
    'POST /notes body no longer has the member side',
    'POST /notes body requires from',
  ])
  const colored = { ...square!, properties: { side: {}, color: {} } }
  expect(breakingChanges(taking({ anyOf: [circle, square] }), taking({ anyOf: [line, colored, circle] }))).toEqual([])
})

test('no form of an answer stands for two that it had before', () => {
  const form = (...names: string[]) => ({
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })
  const [named, short] = [form('id', 'name'), form('id')]
  const before = answering({ anyOf: [named, short] })
  expect(breakingChanges(before, answering({ anyOf: [short, named] }))).toEqual([])
  expect(breakingChanges(before, answering({ anyOf: [form('id', 'more'), named] }))).toEqual([])
  for (const kept of [named, form('id', 'name', 'more')])
    expect(breakingChanges(before, answering({ anyOf: [kept, form('code')] }))).toEqual([
      'GET /notes 200 no longer has the member id',
      'GET /notes 200 no longer always has id',
    ])
})

test('a schema that contains itself is compared once', () => {
  const tree = {
    type: 'object',
    properties: { child: { $ref: '#/components/schemas/Tree' }, name: { type: 'string' } },
  }
  const document = (schema: object) => ({
    info: { version: '1.0.0' },
    paths: {
      '/tree': {
        get: { responses: { 200: { content: { json: { schema: { $ref: '#/components/schemas/Tree' } } } } } },
      },
    },
    components: { schemas: { Tree: schema } },
  })
  expect(breakingChanges(document(tree), document({ ...tree, properties: { child: tree.properties.child } }))).toEqual([
    'GET /tree 200 no longer has the member name',
  ])
})
