import { text } from 'node:stream/consumers'
import { type AnyOperation, isStream, type Scope, scopes, takesKey } from '@roster/api'
import { errors } from '../support/errors.ts'
import { buildDocument } from '@roster/gateway/openapi'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { application } from '../support/application.ts'
import { codeOf, documentedResponses, responseChecker, type SentResponse } from '../support/documented-responses.ts'
import { EXAMPLE_SECRET, exampleInput, fillWithExamples, giveExampleSession } from '../support/examples.ts'
import { restRequest } from '../support/protocols.ts'
import { BASE_URL, type Service, startService } from '../support/service.ts'

const document = buildDocument({ ...application, baseUrl: BASE_URL })
const breachesOf = responseChecker(document)

const operations = [
  ...application.resources.flatMap(({ operations: own }): AnyOperation[] => Object.values(own)),
  ...application.files.map(({ operation }): AnyOperation => operation),
]

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const exampleFile = [
  `update exports set size = 4, finished_at = created_at`,
  `insert into export_parts (export_id, number, bytes) select id, 0, 'file' from exports`,
]

/** Secret of a key that acts as the user whose session is one of the examples. */
let ownSecret: string

/** Whether the examples are there as they were made. */
let isUntouched = false

/** The examples, where every example request succeeds: the example user is not the last administrator, and the example export has a file. */
async function restoreExamples(): Promise<void> {
  if (isUntouched) return
  await fillWithExamples(service.database, service.clock.now())
  for (const statement of exampleFile) await service.database.query({ text: statement })
  const { sdk } = service.withKey(EXAMPLE_SECRET)
  const other = { name: 'Another Admin', email: 'another@example.com', role: 'admin' } as const
  const { id: user_id } = await sdk.users.create(other)
  const own = { name: 'Own', role: 'admin', scopes: Object.keys(scopes) as Scope[], user_id } as const
  ;({ secret: ownSecret } = await sdk.apiKeys.create(own))
  await giveExampleSession(service.database, other.email)
  isUntouched = true
}

interface Request {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

type Change = (request: Request) => Request

const JSON_TYPE = { 'content-type': 'application/json' }
const letters = (count: number) => 'a'.repeat(count)
const withHeaders =
  (headers: Record<string, string>): Change =>
  (request) => ({ ...request, headers: { ...request.headers, ...headers } })
const withBody =
  (payload: string, type: Record<string, string> = JSON_TYPE): Change =>
  (request) => ({ ...withHeaders(type)(request), payload })
const withUrl =
  (change: (url: string) => string): Change =>
  (request) => ({ ...request, url: change(request.url) })

interface ExpectedResponse {
  status: number
  /** Of the problem, where it is one. */
  code?: string
}

type ExpectedResponseOf = (operation: AnyOperation) => ExpectedResponse
type Form = (operation: AnyOperation) => boolean

const success: ExpectedResponseOf = ({ status }) => ({ status })
const answered =
  (status: number): ExpectedResponseOf =>
  () => ({ status })
const refused =
  (code: string, status: number = errors[code]!.status): ExpectedResponseOf =>
  () => ({ status, code })
/** What becomes of operations of the first form that fits; the others succeed. */
const where =
  (...cases: [form: Form, outcome: ExpectedResponseOf][]): ExpectedResponseOf =>
  (operation) =>
    (cases.find(([form]) => form(operation))?.[1] ?? success)(operation)

const isFile: Form = (operation) => 'media' in operation
const isRead: Form = (operation) => operation.method === 'GET' && !isStream(operation)
const readsBody: Form = ({ method }) => method !== 'GET'
const hasBody: Form = ({ body }) => body !== undefined
const needsMembers: Form = ({ body }) => body !== undefined && !body.safeParse({}).success
const namesRecord: Form = ({ pathNames }) => pathNames.length > 0
/** Whether it writes the very record that is read at its path, so that conditions are about that record. */
const writesItsPath: Form = ({ method, path }) =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) &&
  operations.some((other) => other.method === 'GET' && other.path === path)
/** Whether what is at its path says when it changed. */
const isDated: Form = ({ path, ...operation }) => {
  const read = operations.find((other) => other.method === 'GET' && other.path === path)
  return isFile({ path, ...operation }) || Object.hasOwn((read?.output as any)?.shape ?? {}, 'updated_at')
}
const both =
  (...forms: Form[]): Form =>
  (operation) =>
    forms.every((form) => form(operation))

const preconditionFailed = refused('version-conflict', 412)

/** What a caller can do to a request that would succeed, and what comes of it. */
const changes: Record<string, [change: Change, outcome: ExpectedResponseOf]> = {
  nothing: [(request) => request, success],
  'no credential': [
    (request) => ({ ...request, headers: request.payload ? JSON_TYPE : {} }),
    refused('unauthenticated'),
  ],
  'an unknown credential': [withHeaders({ 'x-api-key': 'rk_none' }), refused('unauthenticated')],
  'two credentials': [withHeaders({ authorization: `Basic ${btoa(`${EXAMPLE_SECRET}:`)}` }), refused('bad-request')],
  'identifiers that name nothing': [
    withUrl((url) => url.replaceAll(/\w+_01\w+/g, 'none')),
    where([namesRecord, refused('not-found')]),
  ],
  'an unknown parameter': [withUrl((url) => `${url}?unheard_of=1`), refused('invalid-parameters')],
  'a bad percent-encoding': [withUrl((url) => `${url}?a=%zz`), refused('invalid-parameters')],
  'another version': [withUrl((url) => `${url}?version=2`), refused('invalid-parameters')],
  'a long target': [withUrl((url) => `${url}?a=${letters(9_000)}`), refused('uri-too-long')],
  'long headers': [withHeaders({ 'x-long': letters(17_000) }), refused('headers-too-large')],
  'an Accept without JSON': [withHeaders({ accept: 'text/plain' }), refused('not-acceptable')],
  'a body of text': [
    withBody('hello', { 'content-type': 'text/plain' }),
    where([readsBody, refused('unsupported-media-type')]),
  ],
  'a coded body': [
    withBody('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    where([readsBody, refused('unsupported-media-type')]),
  ],
  'a broken body': [withBody('{'), where([readsBody, refused('malformed-json')])],
  'an empty object': [withBody('{}'), where([needsMembers, refused('validation-failed')])],
  'an unknown member': [withBody('{"unheard_of":1}'), where([hasBody, refused('validation-failed')])],
  'a body over 1 MiB': [withBody(JSON.stringify(letters(1_048_577))), where([readsBody, refused('payload-too-large')])],
  'a condition on another tag': [
    withHeaders({ 'if-match': '"other"' }),
    where([isRead, preconditionFailed], [writesItsPath, preconditionFailed]),
  ],
  'a condition on any tag': [
    withHeaders({ 'if-none-match': '*' }),
    where([isRead, answered(304)], [writesItsPath, preconditionFailed]),
  ],
  'a condition on an early date': [
    withHeaders({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    where([both(isRead, isDated), preconditionFailed], [both(writesItsPath, isDated), preconditionFailed]),
  ],
  'a condition on a late date': [
    withHeaders({ 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
    where([both(isRead, isDated), answered(304)]),
  ],
  'a range': [withHeaders({ range: 'bytes=0-0' }), where([isFile, answered(206)])],
  'a range behind the end': [
    withHeaders({ range: 'bytes=999999999-' }),
    where([isFile, refused('range-not-satisfiable')]),
  ],
  'a bad idempotency key': [withHeaders({ 'idempotency-key': 'é' }), where([takesKey, refused('invalid-parameters')])],
  'an idempotency key': [withHeaders({ 'idempotency-key': 'once' }), success],
}

/** The request that the examples of an operation make. */
function exampleRequest(operation: AnyOperation): Request {
  const { request, body } = restRequest(operation, exampleInput(operation))
  const [method, url] = request.split(' ') as [string, string]
  const secret = operation.name.startsWith('sessions.') ? ownSecret : EXAMPLE_SECRET
  const headers = { 'x-api-key': secret, ...(operation.body && JSON_TYPE) }
  return { method, url, headers, payload: operation.body && JSON.stringify(body) }
}

async function send({ payload, ...request }: Request): Promise<SentResponse> {
  const leaving = new AbortController()
  const answer = await service.app.inject({
    ...(request as InjectOptions),
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
    signal: leaving.signal,
  })
  const { statusCode: status, headers } = answer
  if (request.method !== 'GET' && status < 400) isUntouched = false
  if (headers['content-type'] !== 'text/event-stream') return { status, headers, body: await text(answer.stream()) }
  leaving.abort()
  return { status, headers, body: '' }
}

/** Fails unless an answer is the one expected, in the form that the document describes. */
function expectResponse(operation: AnyOperation, answer: SentResponse, { status, code }: ExpectedResponse): void {
  const breaches = breachesOf(operation, answer)
  expect({ status: answer.status, code: codeOf(answer), breaches }).toEqual({ status, code, breaches: [] })
}

describe.each(operations)('$name answers exactly as documented', (operation) => {
  beforeEach(restoreExamples)

  test.each(Object.entries(changes))('to %s', async (_name, [change, outcome]) => {
    expectResponse(operation, await send(change(exampleRequest(operation))), outcome(operation))
  })

  test.runIf(takesKey(operation))('to a repetition, and to another request under the same key', async () => {
    const keyed = withHeaders({ 'idempotency-key': 'again' })(exampleRequest(operation))
    const first = await send(keyed)
    expectResponse(operation, first, success(operation))
    const repeated = await send(keyed)
    expectResponse(operation, repeated, success(operation))
    expect(repeated).toMatchObject({ body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expectResponse(operation, await send(withBody('{ }')(keyed)), refused('idempotency-key-reused')(operation))
  })

  const [deletable = ''] = /^\/v1\/[\w-]+\/\{\w+\}/.exec(operation.path) ?? []
  const canDelete = operations.some(({ method, path }) => method === 'DELETE' && path === deletable)

  test.runIf(canDelete)('after its record was deleted', async () => {
    const request = exampleRequest(operation)
    const [url = ''] = /^\/v1\/[\w-]+\/\w+/.exec(request.url) ?? []
    const deletion = await send({ ...request, method: 'DELETE', url, payload: undefined })
    expect(deletion.status).toBe(204)
    // Orders stay when their user is deleted, for administrators to read.
    const staysReadable = operation.name.startsWith('orders.') && operation.method === 'GET'
    expectResponse(operation, await send(request), (staysReadable ? success : refused('gone'))(operation))
  })
})

test('every error of the table is documented where it can happen, or is about no operation', () => {
  const answers = operations.flatMap((operation) => Object.values(documentedResponses(document, operation)))
  const shown = answers.flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {}))
  const others = Object.keys(errors).filter((code) => !new Set(shown).has(code))
  expect(others.sort()).toEqual(['https-required', 'method-not-allowed', 'not-implemented', 'upgrade-required'])
})
