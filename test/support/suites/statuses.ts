import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type AnyOperation, isStream, type Resource, takesKey } from '@roster/core/contract'
import { memoryLimiter, servedOf } from '@roster/gateway'
import { buildDocument } from '@roster/gateway/openapi'
import type { InjectOptions } from 'fastify'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, documentedResponses, type Place, responseChecker, type SentResponse } from '../documented-responses.ts'
import { exampleInput, exampleSecretOf } from '../examples.ts'
import { PASSWORD } from '../passwords.ts'
import { addressOf, refusal } from '../realtime.ts'
import { over, restRequest } from '../protocols.ts'
import { BASE_URL, OTHER_ORIGIN, type Service, startService } from '../service.ts'
import { adminOf, prepare, type Subject } from '../subject.ts'
import { changesOf, type ExpectedResponse, JSON_TYPE, type Request, success, withBody, withHeaders } from './changes.ts'

/** Statements that give the export of the examples a file. */
const exampleFile = [
  `update exports set size = 4, finished_at = created_at`,
  `insert into export_parts (export_id, number, bytes) select id, 0, 'file' from exports`,
]

/** Quotas that no test uses up. Responses still have the headers with the remaining quota. */
const AMPLE = { read: 1_000_000, write: 1_000_000, anonymous: 1_000_000, token: 1_000_000 }

/** Tests that the document describes every response, however a request is changed. */
export async function statusSuite(subject: Subject): Promise<void> {
  const { application } = subject
  const { access, basePath, errors } = application
  const served = { ...servedOf(application), access, naming: application.naming }
  const document = await buildDocument({ ...served, baseUrl: BASE_URL })
  const breachesOf = responseChecker(document, errors)
  const operations = [
    ...served.resources.flatMap(({ operations: own, rest }: Resource): AnyOperation[] =>
      Object.values({ ...own, ...rest }),
    ),
    ...served.files.map(({ operation }): AnyOperation => operation),
  ]
  const secret = exampleSecretOf(application)
  const { changes, refused } = changesOf(operations, errors, secret)

  let service: Service
  beforeAll(async () => {
    service = await startService({ application, open: subject.open, limiter: memoryLimiter(AMPLE) })
  })
  afterAll(() => service.stop())

  /** Identifier of the administrator who signs in. */
  let administrator: string
  /** Secret of a key that acts as the user whose session is one of the examples. */
  let ownSecret: string

  /** Headers of a page in which that user has signed in. */
  let pageHeaders: Record<string, string>

  /** The operation for which the examples were restored and not changed since. */
  let preparedFor: AnyOperation | undefined

  /** Restores everything that the example of an operation needs to succeed, including a file of the example export. */
  async function restoreExamples(operation: AnyOperation): Promise<void> {
    if (preparedFor === operation) return
    await prepare(subject, service, operation)
    for (const statement of exampleFile) await service.database.query({ text: statement })
    const byMail = { text: 'select id from accounts where email = $1' }
    const [account] = await service.database.query<{ id: string }>(byMail, [subject.administrator])
    administrator = account!.id
    const own = { name: 'Own', role: access.administrators[0], scopes: access.scopeNames, user_id: administrator }
    ownSecret = (await over('REST', adminOf(service))('apiKeys.create', own)).body.secret
    if (operation.name.startsWith('session.')) pageHeaders = await service.signIn(subject.administrator, PASSWORD)
    preparedFor = operation
  }

  /** Returns the request of an operation's examples. */
  function exampleRequest(operation: AnyOperation): Request {
    const { request, body } = restRequest(operation, exampleInput(operation))
    const [method, url] = request.split(' ') as [string, string]
    const headers = { ...credentialOf(operation), ...(operation.body && JSON_TYPE) }
    return { method, url, headers, payload: operation.body && JSON.stringify(body) }
  }

  /** Returns headers with which an operation succeeds, from a page of another origin where that is allowed. */
  function credentialOf({ name, scope }: AnyOperation): Record<string, string> {
    if (scope === 'none') return { origin: OTHER_ORIGIN }
    if (name.startsWith('session.')) return pageHeaders
    return { origin: OTHER_ORIGIN, 'x-api-key': name.startsWith('sessions.') ? ownSecret : secret }
  }

  async function send({ payload, ...request }: Request, { app } = service): Promise<SentResponse> {
    const leaving = new AbortController()
    const answer = await app.inject({
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

  /** Fails unless a response has the expected status and code, and the form that the document describes. */
  function expectResponse(operation: AnyOperation, answer: SentResponse, { status, code }: ExpectedResponse): void {
    const breaches = breachesOf(operation, answer)
    expect({ status: answer.status, code: codeOf(answer), breaches }).toEqual({ status, code, breaches: [] })
  }

  /** Fails unless a response, with any status, has the form that the document describes. */
  function expectDocumented(operation: Place, answer: SentResponse): void {
    expect({ ...answer, breaches: breachesOf(operation, answer) }).toEqual({ ...answer, breaches: [] })
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

    test.runIf(takesKey(operation))('to repetitions of whatever it refuses', async () => {
      const replayed = new Set<number>()
      for (const [name, [change]] of Object.entries(changes)) {
        const keyed = withHeaders({ 'idempotency-key': name })(change(exampleRequest(operation)))
        const { status } = await send(keyed)
        const again = await send(keyed)
        expect(again.status).toBe(status)
        expectDocumented(operation, again)
        if ('idempotent-replayed' in again.headers) replayed.add(status)
      }
      expect([...replayed]).toEqual(expect.arrayContaining([400, 406, 415]))
    })

    test.runIf(takesKey(operation))('to a repetition by who has another role by now', async () => {
      const keyed = withHeaders({ 'idempotency-key': 'demoted' })(exampleRequest(operation))
      const { 'x-api-key': _, ...headers } = keyed.headers
      const as = async (role: string) => {
        const authorization = `Bearer ${await service.tokens.make({ sub: administrator, credentials_version: 9, role })}`
        return send({ ...keyed, headers: { ...headers, authorization } })
      }
      await as(access.administrators[0]!)
      const answer = await as(access.roles.find((role) => !access.administrators.includes(role))!)
      expectDocumented(operation, answer)
    })

    test('to a page of another origin', async () => {
      const session = await service.signIn(subject.administrator, PASSWORD)
      const { 'x-api-key': _, ...headers } = exampleRequest(operation).headers
      const answer = await send({
        ...exampleRequest(operation),
        headers: { ...headers, ...session, origin: OTHER_ORIGIN },
      })
      const isRefused = operation.scope !== 'none' && (operation.method !== 'GET' || isStream(operation))
      expectResponse(operation, answer, (isRefused ? refused('csrf') : success)(operation))
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

  test.each([
    ['who has used up a quota', 429, { limiter: memoryLimiter({ ...AMPLE, anonymous: 1 }) }],
    ['everybody while there is too much work', 503, { overload: { eventLoopDelay: 60_000, waitingQueries: 0 } }],
  ])('every operation refuses %s with %i as documented', async (_who, status, options) => {
    const other = await startService({ application, beside: service, ...options })
    for (const operation of operations) {
      const { method, url } = exampleRequest(operation)
      const headers = { origin: OTHER_ORIGIN }
      const answer = () => send({ method, url, headers, payload: undefined }, other)
      await expect.poll(answer).toMatchObject({ status })
      expectDocumented(operation, await answer())
    }
    await other.stop()
  })

  test('where sockets are opened, answers are as documented too', async () => {
    const place = { method: 'GET', path: '/ws' } as const
    const url = `${(await addressOf(service.app)).replace('http', 'ws')}/ws`
    await prepare(subject, service)
    const socket = new WebSocket(url, { origin: OTHER_ORIGIN, headers: { 'x-api-key': secret } })
    const [{ headers }] = (await once(socket, 'upgrade')) as [IncomingMessage]
    socket.terminate()
    expectDocumented(place, { status: 101, headers, body: '' })
    const { cookie = '' } = await service.signIn(subject.administrator, PASSWORD)
    const refusals = [
      [{}, 401],
      [{ cookie, origin: OTHER_ORIGIN }, 403],
      [{ 'x-api-key': secret }, 426, 8],
    ] as const
    for (const [sent, status, version] of refusals) {
      const answer = await refusal(url, sent, version)
      expect(answer.status).toBe(status)
      expectDocumented(place, { ...answer, status, body: JSON.stringify(answer.body) })
    }
  })

  test('every error of the table is documented where it can happen, or is about no operation', () => {
    const answers = operations.flatMap((operation) => Object.values(documentedResponses(document, operation)))
    const shown = answers.flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {}))
    const others = errors.map(({ code }) => code).filter((code) => !new Set(shown).has(code))
    expect(others.sort()).toEqual(['https-required', 'method-not-allowed', 'not-implemented', 'upgrade-required'])
  })
}
