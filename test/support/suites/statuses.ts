import { text } from 'node:stream/consumers'
import { type AnyOperation, takesKey } from '@roster/core/contract'
import { servedOf } from '@roster/gateway'
import { buildDocument } from '@roster/gateway/openapi'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, documentedResponses, responseChecker, type SentResponse } from '../documented-responses.ts'
import { exampleInput, exampleSecretOf } from '../examples.ts'
import { over, restRequest } from '../protocols.ts'
import { BASE_URL, type Service } from '../service.ts'
import { adminOf, prepare, serviceOf, type Subject } from '../subject.ts'
import { changesOf, type ExpectedResponse, JSON_TYPE, type Request, success, withBody, withHeaders } from './changes.ts'

/** Gives the export of the examples a file. */
const exampleFile = [
  `update exports set size = 4, finished_at = created_at`,
  `insert into export_parts (export_id, number, bytes) select id, 0, 'file' from exports`,
]

/** Every answer is one that the document describes, whatever is done to a request. */
export async function statusSuite(subject: Subject): Promise<void> {
  const { application } = subject
  const { access, basePath, errors } = application
  const served = { ...servedOf(application), access, naming: application.naming }
  const document = await buildDocument({ ...served, baseUrl: BASE_URL })
  const breachesOf = responseChecker(document, errors)
  const operations = [
    ...served.resources.flatMap(({ operations: own }): AnyOperation[] => Object.values(own)),
    ...served.files.map(({ operation }): AnyOperation => operation),
  ]
  const secret = exampleSecretOf(application)
  const { changes, refused } = changesOf(operations, errors, secret)

  let service: Service
  beforeAll(async () => {
    service = await serviceOf(subject)
  })
  afterAll(() => service.stop())

  /** Secret of a key that acts as the user whose session is one of the examples. */
  let ownSecret: string

  /** The operation whose examples are there as they were made. */
  let preparedFor: AnyOperation | undefined

  /** Everything that lets the example of an operation succeed: the export of the examples has a file, too. */
  async function restoreExamples(operation: AnyOperation): Promise<void> {
    if (preparedFor === operation) return
    await prepare(subject, service, operation)
    for (const statement of exampleFile) await service.database.query({ text: statement })
    const byMail = { text: 'select id from accounts where email = $1' }
    const [account] = await service.database.query<{ id: string }>(byMail, [subject.administrator])
    const own = { name: 'Own', role: access.administrators[0], scopes: access.scopeNames, user_id: account!.id }
    ownSecret = (await over('REST', adminOf(service))('apiKeys.create', own)).body.secret
    preparedFor = operation
  }

  /** The request that the examples of an operation make. */
  function exampleRequest(operation: AnyOperation): Request {
    const { request, body } = restRequest(operation, exampleInput(operation))
    const [method, url] = request.split(' ') as [string, string]
    const own = operation.name.startsWith('sessions.') ? ownSecret : secret
    const headers = { 'x-api-key': own, ...(operation.body && JSON_TYPE) }
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
    if (request.method !== 'GET' && status < 400) preparedFor = undefined
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
    beforeEach(() => restoreExamples(operation))

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

    const isRecord = new RegExp(String.raw`^${basePath}/[\w-]+/\{\w+\}`)
    const [deletable = ''] = isRecord.exec(operation.path) ?? []
    const canDelete = operations.some(({ method, path }) => method === 'DELETE' && path === deletable)

    test.runIf(canDelete)('after its record was deleted', async () => {
      const request = exampleRequest(operation)
      const [url = ''] = new RegExp(String.raw`^${basePath}/[\w-]+/\w+`).exec(request.url) ?? []
      const deletion = await send({ ...request, method: 'DELETE', url, payload: undefined })
      expect(deletion.status).toBe(204)
      const outcome = subject.outlives?.(operation) ? success : refused('gone')
      expectResponse(operation, await send(request), outcome(operation))
    })
  })

  test('every error of the table is documented where it can happen, or is about no operation', () => {
    const answers = operations.flatMap((operation) => Object.values(documentedResponses(document, operation)))
    const shown = answers.flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {}))
    const others = errors.map(({ code }) => code).filter((code) => !new Set(shown).has(code))
    expect(others.sort()).toEqual(['https-required', 'method-not-allowed', 'not-implemented', 'upgrade-required'])
  })
}
