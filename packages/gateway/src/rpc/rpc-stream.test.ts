import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_QUOTAS } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'
import type { RpcResult } from './rpc-call.ts'
import { streamOf } from './rpc-stream.ts'

let service: Service
let key: string
beforeAll(async () => {
  service = await startService({ limiter: memoryLimiter(DEFAULT_QUOTAS) })
  key = (await service.admin.sdk.apiKeys.create({ name: 'Streams', role: 'admin', scopes: ['read:users'] })).secret
})
afterAll(() => service.stop())

const LINES: Record<string, string> = { 'trpc-accept': 'application/jsonl' }

const sent = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
  service.app.inject({ method, url: `/trpc/${url}`, headers: { ...(headers['accept'] ? {} : LINES), ...headers } })

/** The parts of an answer, which come after the line that names them. */
const partsOf = (payload: string) =>
  payload
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => (JSON.parse(line) as [number, 0, [[unknown]]])[2][0][0])

test('each part is sent as soon as its call has ended', async () => {
  const resolvers = [0, 1].map(() => Promise.withResolvers<RpcResult>())
  const stream = streamOf(resolvers.map(({ promise }) => promise))[Symbol.asyncIterator]()
  const nextLine = async () => JSON.parse(String((await stream.next()).value)) as unknown
  expect(await nextLine()).toEqual({ 0: [[0], [null, 0, 0]], 1: [[0], [null, 0, 1]] })
  resolvers[1]!.resolve({ status: 200, body: '"second"' })
  expect(await nextLine()).toEqual([1, 0, [['second']]])
  resolvers[0]!.resolve({ status: 200, body: '"first"' })
  expect(await nextLine()).toEqual([0, 0, [['first']]])
  expect((await stream.next()).done).toBe(true)
})

describe('a batch that is answered line by line', () => {
  const input = (text: string) => `input=${encodeURIComponent(text)}`

  test.each<Record<string, string>>([LINES, { accept: 'application/json, application/jsonl' }])(
    'is not kept by anybody, and says what is left: by %j',
    async (headers) => {
      const answer = await sent('users.list,me.get?batch=1', { 'x-api-key': key, ...headers })
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-ratelimit-limit': expect.any(String),
        ratelimit: expect.stringContaining('"read";r='),
        vary: expect.stringContaining('trpc-accept'),
      })
      expect(partsOf(answer.payload)).toHaveLength(2)
    },
  )

  test.each([
    ['what is no JSON', '{'],
    ['a doubled member', '{"0":{"limit":1,"limit":2}}'],
  ])('is refused whole with %s, and counted', async (_what, text) => {
    const answer = await sent(`users.list?batch=1&${input(text)}`, { 'x-api-key': key })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: { data: { problem: { code: 'malformed-json' } } } })
    expect(answer.headers).toMatchObject({ ratelimit: expect.stringContaining('"read";r=') })
  })

  test.each([
    ['what nobody may call so', 'users.create?batch=1'],
    ['parameters that tRPC alone reads', 'users.list?batch=1&connectionParams=1'],
  ])('asks who calls before all else, for %s', async (_what, url) => {
    const answer = await sent(url)
    expect(partsOf(answer.payload)).toMatchObject([{ error: { data: { problem: { code: 'unauthenticated' } } } }])
    expect(answer.headers).toMatchObject({ ratelimit: expect.stringContaining('"anonymous";r=') })
  })
})
