import { addressOf, Socket } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'

/** What the answer to a bad request may have beside as many bytes as the request. */
const ROOM = 64 * 1_024

let service: Service
let key: string
beforeAll(async () => {
  service = await startService()
  const scopes = ['read:users', 'write:users', 'read:events'] as const
  key = (await service.admin.sdk.apiKeys.create({ name: 'Test', role: 'admin', scopes: [...scopes] })).secret
})
afterAll(() => service.stop())

interface Sent {
  url: string
  body?: string
  headers?: Record<string, string>
}

/** Sends a request; returns its answer, and how many bytes that has beyond those of the request. */
async function sent({ url, body, headers = {} }: Sent) {
  const all: Record<string, string> = { 'x-api-key': key, ...headers }
  const { statusCode, payload } = await service.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...all },
    ...(body !== undefined && { payload: body }),
  })
  const request = url.length + Buffer.byteLength(body ?? '') + Object.entries(all).flat().join('').length
  return { status: statusCode, payload, request, excess: Buffer.byteLength(payload) - request }
}

const unknown = (count: number, name: (index: number) => string) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1])))

const BAD: [what: string, request: Sent][] = [
  ['95,000 unknown members', { url: '/v1/users', body: unknown(95_000, (index) => `m${index}`) }],
  ['a member with a name of a megabyte', { url: '/v1/users', body: unknown(1, () => 'x'.repeat(1_000_000)) }],
  [
    'names that JSON and pointers escape',
    { url: '/v1/users', body: unknown(200, (index) => `${'/~"\u0001'.repeat(50)}${index}`) },
  ],
  ['1,000 bad users', { url: '/v1/users/batch', body: JSON.stringify({ users: Array.from({ length: 1_000 }, () => ({ name: 1, email: 2, extra: 3 })) }) }], // prettier-ignore
  ['parameters without end', { url: `/v1/users?${'a&'.repeat(3_900)}` }],
  ['a parameter as long as a URL may be', { url: `/v1/users?${'%01'.repeat(2_600)}=1` }],
  ['a path as long as a URL may be', { url: `/v1/${'"'.repeat(2_600)}` }],
  [
    'a media type without end',
    { url: '/v1/users', body: '{}', headers: { 'content-type': `x/${'"'.repeat(14_000)}` } },
  ],
]

describe('the answer to a bad request is no larger than the request and 64 KiB:', () => {
  test.each(BAD)('%s', async (_what, request) => {
    const answer = await sent(request)
    expect(answer.status).toBeOneOf([400, 404, 415, 422])
    expect(answer.excess).toBeLessThan(ROOM)
  })

  test.each(BAD.filter(([, { body }]) => body !== undefined))(
    '%s, and so it is kept for its key',
    async (what, request) => {
      await service.database.query({ text: 'delete from idempotency_keys' })
      const { status, request: size } = await sent({
        ...request,
        headers: { ...request.headers, 'idempotency-key': what },
      })
      const [kept] = await service.database.query<{ answer: string }>({ text: 'select answer from idempotency_keys' })
      expect(status).toBeOneOf([415, 422])
      expect(kept!.answer.length).toBeLessThan(size + ROOM)
    },
  )

  const batch = (inputs: readonly unknown[], name = 'users.create') => ({
    url: `/trpc/${inputs.map(() => name).join(',')}?batch=1`,
    body: JSON.stringify(Object.fromEntries(inputs.entries())),
  })
  const inputs = (count: number, name: (index: number) => string) =>
    Array.from({ length: 50 }, () => JSON.parse(unknown(count, name)) as unknown)

  const BATCHES: [what: string, request: Sent][] = [
    ['many short names', batch(inputs(100, (index) => `${index}`))],
    ['a name that JSON escapes', batch(inputs(1, () => '\u0001'.repeat(40)))],
    ['a longer name', batch(inputs(1, () => '\u0001'.repeat(63)))],
    ['procedures that are not there', batch(inputs(1, String), '%00'.repeat(50))],
    ['procedures with names that JSON escapes', { url: `/trpc/${Array.from({ length: 50 }, () => '"'.repeat(53)).join(',')}?batch=1` }], // prettier-ignore
  ]

  test.each(BATCHES)('fifty calls with %s', async (_what, request) => {
    const answer = await sent(request)
    expect(answer.status).toBeOneOf([404, 422])
    expect(answer.excess).toBeLessThan(ROOM)
  })

  test.each(BATCHES.slice(0, 3))('fifty calls that are answered line by line, with %s', async (_what, request) => {
    const answer = await sent({ ...request, headers: { 'trpc-accept': 'application/jsonl' } })
    expect(answer.payload).toContain('UNPROCESSABLE_CONTENT')
    expect(answer.excess).toBeLessThan(ROOM)
  })

  test('a message on a socket', async () => {
    const socket = await Socket.open(`${await addressOf(service.app)}/ws`, { 'x-api-key': key })
    const channel = `users.${'\u0001'.repeat(90)}`
    for (const bad of [
      { type: 'subscribe', channel },
      { type: 'join', user: 'x'.repeat(60_000) },
      { type: 'x'.repeat(60_000) },
    ]) {
      const error = await socket.ask(bad, 'error')
      expect(JSON.stringify(error).length).toBeLessThan(4_096)
    }
    socket.raw.close()
  })

  test('a call on a socket of RPC', async () => {
    const url = (await addressOf(service.app)).replace('http', 'ws')
    const socket = new WebSocket(`${url}/trpc`, { headers: { 'x-api-key': key } })
    await new Promise((resolve) => socket.once('open', resolve))
    const input = JSON.parse(unknown(5_000, String)) as unknown
    const answered = new Promise<Buffer>((resolve) => socket.once('message', resolve))
    socket.send(JSON.stringify({ id: 1, method: 'mutation', params: { path: 'users.create', input } }))
    const answer = (await answered).toString()
    expect(JSON.parse(answer)).toMatchObject({ error: { data: { problem: { errors: { length: 100 } } } } })
    expect(answer.length).toBeLessThan(ROOM)
    socket.close()
  })
})
