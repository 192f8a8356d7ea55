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
const limit = (document: Document) => users(document).get.parameters.find((one: Document) => one.name === 'limit')

const breaking: [name: string, change: Change, first: string][] = [
  ['a path that is gone', (d) => delete d.paths['/v1/me'], 'GET /v1/me is gone'],
  ['an operation that is gone', (d) => delete user(d).delete, 'DELETE /v1/users/{user_id} is gone'],
  ['an operation with another name', (d) => (users(d).get.operationId = 'users.all'), 'GET /v1/users is named users.all, not users.list'],
  ['a response that is gone', (d) => delete user(d).get.responses[410], 'GET /v1/users/{user_id} no longer has the response 410'],
  ['a header that is gone', (d) => delete user(d).get.responses[200].headers.ETag, 'GET /v1/users/{user_id} 200 no longer has the header ETag'],
  ['a credential that is no longer taken', (d) => users(d).get.security.pop(), 'GET /v1/users no longer takes the credential session'],
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
  ['a member of an answer that is gone', (d) => delete me(d).properties.role, 'GET /v1/me 200 no longer has the member role'],
  ['a member that an answer may lack now', (d) => me(d).required.pop(), 'GET /v1/me 200 no longer always has user'],
  ['a value that an answer no longer has', (d) => me(d).properties.role.enum.pop(), 'GET /v1/me 200.role no longer has the value service'],
  ['an answer that can be null now', (d) => (me(d).properties.role.type = ['string', 'null']), 'GET /v1/me 200.role can be null'],
  ['an answer with another format', (d) => (schemas(d).User.properties.created_at.format = 'time'), 'POST /v1/users 201.created_at has another format'],
  ['a form of an answer that is gone', (d) => users(d).get.responses[200].content['application/json'].schema.anyOf.pop(), 'GET /v1/users 200 has fewer forms'],
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
