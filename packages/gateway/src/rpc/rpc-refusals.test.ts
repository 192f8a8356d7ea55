import { type Service, startService } from '@roster/test/service'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_QUOTAS, type Quotas } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'

// How a request is refused whose calls cannot be read: in the order of REST, and counted against who calls.

const QUOTAS: Quotas = { ...DEFAULT_QUOTAS, read: 60, write: 60, anonymous: 20 }

let service: Service
afterEach(() => service.stop())

const start = async () => (service = await startService({ limiter: memoryLimiter(QUOTAS) }))

/** The quota that an answer counts against, and how many requests have been counted so far. */
function countedIn({ ratelimit = '' }: Record<string, string>): [quota: string, counted: number] {
  const [, quota = '', left] = /^"(\w+)";r=(\d+)/.exec(ratelimit) ?? []
  return [quota, QUOTAS[quota as keyof Quotas] - Number(left)]
}

const BAD_KEY = { 'x-api-key': 'rk_0000000000000000000000000000000000000000' }
const names = (count: number) => Array(count).fill('users.create').join(',')

type Refusal = [what: string, request: string, body: unknown, status: number, counted: [string, number]]

const unreadable: Refusal[] = [
  ['a body that is no JSON', 'POST /trpc/users.create', '{', 400, ['write', 1]],
  ['a batch that is no JSON', `POST /trpc/${names(3)}?batch=1`, '{', 400, ['write', 3]],
  ['a body that is too large', 'POST /trpc/users.create', '"'.padEnd(1_048_577), 413, ['write', 1]],
  ['an input that is no JSON', 'GET /trpc/users.list?input={', undefined, 400, ['read', 1]],
  ['several procedures without a batch', 'GET /trpc/users.list,me.get', undefined, 400, ['read', 2]],
]

describe('of a known caller', () => {
  const others: Refusal[] = [
    ['a batch of more than 50', `POST /trpc/${names(51)}?batch=1`, {}, 400, ['write', 1]],
    ['an unknown procedure with a body that is no JSON', 'POST /trpc/users.frob', '{', 404, ['write', 1]],
    ['a mutation by GET with an input that is no JSON', 'GET /trpc/users.create?input={', undefined, 405, ['write', 1]],
    ['a subscription with an input that is no JSON', 'GET /trpc/events.subscribe?input={', undefined, 400, ['read', 1]],
  ]
  test.each([...unreadable, ...others])(
    '%s counts against the caller',
    async (_what, request, body, status, counted) => {
      const { admin } = await start()
      const answer = await admin.rest(request, body)
      expect([answer.status, countedIn(answer.headers)]).toEqual([status, counted])
      expect(countedIn((await service.anonymous.rest('GET /nothing')).headers)).toEqual(['anonymous', 1])
    },
  )
})

test.each(unreadable)('who lacks the scope is 403 first, as over REST: %s', async (_what, request, body) => {
  const { caller } = await start()
  const reader = await caller({ scopes: ['read:orders'] })
  const refused = await reader.rest(request, body)
  expect([refused.status, refused.body.error.data.problem.code]).toEqual([403, 'insufficient-scope'])
  expect(await reader.rest('POST /v1/users', '{')).toMatchObject({ status: 403 })
})

describe('of nobody', () => {
  test.each(unreadable)('%s is 401, as over REST', async (_what, request, body) => {
    const { anonymous } = await start()
    const refused = await anonymous.rest(request, body)
    const rest = await anonymous.rest('POST /v1/users', '{')
    expect(refused.status).toBe(rest.status)
    expect(refused.headers['www-authenticate']).toEqual(rest.headers['www-authenticate'])
    expect(refused.body.error.data.problem).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(countedIn(refused.headers)[0]).toBe('anonymous')
  })

  test('a batch that is larger than what is left of the quota of the address is 429, and says when to come again', async () => {
    const { anonymous } = await start()
    const { status, headers } = await anonymous.rest(`POST /trpc/${names(30)}?batch=1`, {})
    expect([status, headers['retry-after']]).toEqual([429, '60'])
  })

  test('a subscription with an input that is no JSON is 401', async () => {
    const { anonymous } = await start()
    expect(await anonymous.rest('GET /trpc/events.subscribe?input={')).toMatchObject({ status: 401 })
  })

  test('with a key that is none is 401, and counts against the address once', async () => {
    const { anonymous } = await start()
    const answer = await anonymous.rest('POST /trpc/users.create', '{', BAD_KEY)
    expect([answer.status, countedIn(answer.headers)]).toEqual([401, ['anonymous', 1]])
  })

  test('a procedure that is not there is 404, and nobody needs to be known for it', async () => {
    const { anonymous } = await start()
    const answer = await anonymous.rest('POST /trpc/users.frob', '{')
    expect([answer.status, countedIn(answer.headers)]).toEqual([404, ['anonymous', 1]])
  })
})
