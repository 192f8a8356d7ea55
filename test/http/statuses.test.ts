import { text } from 'node:stream/consumers'
import { type AnyOperation, errors, problemDetailsSchema } from '@roster/api'
import { buildDocument } from '@roster/gateway/openapi'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { application } from '../support/application.ts'
import { EXAMPLE_SECRET, exampleInput, fillWithExamples } from '../support/examples.ts'
import { resolved } from '../support/openapi.ts'
import { restRequest } from '../support/protocols.ts'
import { BASE_URL, type Service, startService } from '../support/service.ts'

const document = buildDocument({ ...application, baseUrl: BASE_URL })

const operations = [
  ...application.resources.flatMap(({ operations: own }): AnyOperation[] => Object.values(own)),
  ...application.files.map(({ operation }): AnyOperation => operation),
]

/** The answers that the document lists for an operation, by status. */
function documentedAnswers({ path, method }: AnyOperation): Record<string, any> {
  const { responses } = document.paths![path]![method.toLowerCase() as 'get']!
  return Object.fromEntries(Object.entries(responses!).map(([status, part]) => [status, resolved(document, [part])[0]]))
}

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

interface Request {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

const JSON_TYPE = { 'content-type': 'application/json' }
const letters = (count: number) => 'a'.repeat(count)
const withHeaders = (headers: Record<string, string>) => (request: Request) => ({
  ...request,
  headers: { ...request.headers, ...headers },
})
const withBody =
  (payload: string, type: Record<string, string> = JSON_TYPE) =>
  (request: Request) => ({
    ...withHeaders(type)(request),
    payload,
  })
const withUrl = (change: (url: string) => string) => (request: Request) => ({ ...request, url: change(request.url) })

/** What a caller can do to a request that would succeed. */
const changes: Record<string, (request: Request) => Request> = {
  nothing: (request) => request,
  'no credential': (request) => ({ ...request, headers: request.payload ? JSON_TYPE : {} }),
  'an unknown credential': withHeaders({ 'x-api-key': 'rk_none' }),
  'two credentials': withHeaders({ authorization: `Basic ${btoa(`${EXAMPLE_SECRET}:`)}` }),
  'identifiers that name nothing': withUrl((url) => url.replaceAll(/\w+_01\w+/g, 'none')),
  'an unknown parameter': withUrl((url) => `${url}?unheard_of=1`),
  'a bad percent-encoding': withUrl((url) => `${url}?a=%zz`),
  'another version': withUrl((url) => `${url}?version=2`),
  'a long target': withUrl((url) => `${url}?a=${letters(9_000)}`),
  'long headers': withHeaders({ 'x-long': letters(17_000) }),
  'an Accept without JSON': withHeaders({ accept: 'text/plain' }),
  'a body of text': withBody('hello', { 'content-type': 'text/plain' }),
  'a coded body': withBody('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
  'a broken body': withBody('{'),
  'an empty object': withBody('{}'),
  'an unknown member': withBody('{"unheard_of":1}'),
  'a body over 1 MiB': withBody(JSON.stringify(letters(1_048_577))),
  'a condition on another tag': withHeaders({ 'if-match': '"other"' }),
  'a condition on any tag': withHeaders({ 'if-none-match': '*' }),
  'a condition on an early date': withHeaders({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  'a condition on a late date': withHeaders({ 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
  'a range': withHeaders({ range: 'bytes=0-0' }),
  'a range behind the end': withHeaders({ range: 'bytes=999999999-' }),
  'a bad idempotency key': withHeaders({ 'idempotency-key': 'é' }),
  'an idempotency key': withHeaders({ 'idempotency-key': 'once' }),
}

/** The request that the examples of an operation make. */
function exampleRequest(operation: AnyOperation): Request {
  const { request, body } = restRequest(operation, exampleInput(operation))
  const [method, url] = request.split(' ') as [string, string]
  const headers = { 'x-api-key': EXAMPLE_SECRET, ...(operation.body && JSON_TYPE) }
  return { method, url, headers, payload: operation.body && JSON.stringify(body) }
}

async function send({ payload, ...request }: Request) {
  const answer = await service.app.inject({
    ...(request as InjectOptions),
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  })
  const { statusCode: status, headers } = answer
  return { status, body: headers['content-type'] === 'text/event-stream' ? '' : await text(answer.stream()) }
}

/** Says how an answer is not what the document lists; undefined when it is. */
function undocumented(operation: AnyOperation, { status, body }: { status: number; body: string }): string | undefined {
  const answer = documentedAnswers(operation)[status]
  if (!answer) return `${status} is not listed`
  const shown = answer.content?.['application/problem+json']?.examples
  const { data: problem } = problemDetailsSchema.safeParse(shown && JSON.parse(body))
  return problem && !(problem.code in shown) ? `${status} does not show ${problem.code}` : undefined
}

describe.each(operations)('$name answers only as documented', (operation) => {
  beforeEach(() => fillWithExamples(service.database, service.clock.now()))

  test.each(Object.entries(changes))('to %s', async (_name, change) => {
    expect(undocumented(operation, await send(change(exampleRequest(operation))))).toBeUndefined()
  })

  test('to a repetition, and to another request under the same key', async () => {
    const keyed = changes['an idempotency key']!(exampleRequest(operation))
    for (const request of [keyed, keyed, { ...keyed, headers: { ...keyed.headers, ...JSON_TYPE }, payload: '{ }' }])
      expect(undocumented(operation, await send(request))).toBeUndefined()
  })

  test.runIf(operation.pathNames.length > 0)('after its record was deleted', async () => {
    const request = exampleRequest(operation)
    const [path = ''] = /^\/v1\/[\w-]+\/\w+/.exec(request.url) ?? []
    await send({ method: 'DELETE', url: path, headers: { 'x-api-key': EXAMPLE_SECRET }, payload: undefined })
    expect(undocumented(operation, await send(request))).toBeUndefined()
  })
})

test('every error of the table is documented where it can happen, or is about no operation', () => {
  const answers = operations.flatMap((operation) => Object.values(documentedAnswers(operation)))
  const shown = answers.flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {}))
  const others = Object.keys(errors).filter((code) => !new Set(shown).has(code))
  expect(others.sort()).toEqual(['https-required', 'method-not-allowed', 'not-implemented', 'upgrade-required'])
})
