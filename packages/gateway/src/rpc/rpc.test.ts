import type { AddressInfo } from 'node:net'
import type { ProblemDetails } from '@roster/core/contract'
import type { AppRouter } from '@roster/api'
import { type Service, startService } from '@roster/test/service'
import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  TRPCClientError,
  type TRPCLink,
  wsLink,
} from '@trpc/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Client = ReturnType<typeof createTRPCClient<AppRouter>>

let service: Service
let url: string
let secret: string
let keyId: string
beforeAll(async () => {
  service = await startService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/trpc`
  ;({ secret, id: keyId } = await newKey())
})
afterAll(() => service.stop())

const newKey = () =>
  service.admin.sdk.apiKeys.create({
    name: 'RPC',
    role: 'admin',
    scopes: ['read:users', 'write:users', 'delete:users', 'read:orders'],
  })

const overLink = (link: TRPCLink<AppRouter>) => createTRPCClient<AppRouter>({ links: [link] })
const overHttp = (link: typeof httpLink | typeof httpBatchLink | typeof httpBatchStreamLink) =>
  overLink(link({ url, headers: () => ({ 'x-api-key': secret }) }))

/** A client on a socket of its own, and how to close it. */
function overSocket(key = secret): { client: Client; close: () => void } {
  const WebSocketWithKey = class extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { 'x-api-key': key } })
    }
  }
  const socket = createWSClient({ url: url.replace('http', 'ws'), WebSocket: WebSocketWithKey })
  return { client: overLink(wsLink({ client: socket })), close: () => void socket.close() }
}

const newUser = () => ({ name: 'Ada', email: `${Math.random()}@example.com`, role: 'viewer' as const })

/** The problem that a call is refused with. */
async function problemOf(call: Promise<unknown>): Promise<ProblemDetails> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof TRPCClientError)) throw new Error(`The call was not refused: ${String(error)}`)
  expect(JSON.stringify(error.shape)).not.toContain('stack')
  return error.data.problem
}

const clients: [string, () => { client: Client; close: () => void }][] = [
  ['httpLink', () => ({ client: overHttp(httpLink), close: () => {} })],
  ['httpBatchLink', () => ({ client: overHttp(httpBatchLink), close: () => {} })],
  ['httpBatchStreamLink', () => ({ client: overHttp(httpBatchStreamLink), close: () => {} })],
  ['wsLink', () => overSocket()],
]

describe.each(clients)('over %s', (_, open) => {
  let client: Client
  let close: () => void
  beforeAll(() => {
    ;({ client, close } = open())
  })
  afterAll(() => close())

  test('queries and mutations answer what REST answers', async () => {
    const created = await client.users.create.mutate(newUser())
    const path = `/v1/users/${created.id}`
    expect((await service.admin.rest(`GET ${path}`)).body).toEqual(created)
    expect(await client.users.get.query({ user_id: created.id })).toEqual(created)
    const renamed = await client.users.update.mutate({ user_id: created.id, name: 'Grace' })
    expect(renamed).toMatchObject({ id: created.id, name: 'Grace', version: 2 })
    expect(await client.users.delete.mutate({ user_id: created.id })).toBeUndefined()
    expect(await service.admin.rest(`GET ${path}`)).toMatchObject({ status: 410 })
  })

  test('errors carry the problem that REST answers', async () => {
    const missing = 'usr_00000000000000000000000000'
    const calls: [() => Promise<unknown>, string, unknown?][] = [
      [() => client.users.get.query({ user_id: missing }), `GET /v1/users/${missing}`],
      [() => client.users.list.query({ limit: 1_000 }), 'GET /v1/users?limit=1000'],
      [() => client.users.create.mutate({ name: '', email: 'x' } as never), 'POST /v1/users', { name: '', email: 'x' }],
      [() => client.apiKeys.list.query({}), 'GET /v1/api-keys'],
    ]
    for (const [call, request, body] of calls) {
      const { instance, request_id, ...problem } = await problemOf(call())
      const rest = await service.withKey(secret).rest(request, body)
      expect(rest.body).toMatchObject(problem)
      expect(Object.keys(rest.body).sort()).toEqual(Object.keys({ ...problem, instance, request_id }).sort())
      expect(instance).toMatch(/^\/trpc\/\w+\.\w+$/)
      expect(request_id).toBeId('req')
    }
  })

  test('inputs are never coerced, also after REST has read the same from text', async () => {
    expect(await service.admin.rest('GET /v1/users?limit=7')).toMatchObject({ status: 200 })
    const problem = await problemOf(client.users.list.query({ limit: '7' } as never))
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'limit', code: 'invalid-type' }] })
  })

  test('calls that are made together each have their own outcome', async () => {
    const [list, missing, created] = await Promise.allSettled([
      client.users.list.query({ limit: 1 }),
      client.users.get.query({ user_id: 'usr_1' }),
      client.users.create.mutate(newUser()),
    ])
    expect([list.status, missing.status, created.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

const post = (path: string, body: unknown) => service.withKey(secret).rest(`POST /trpc/${path}`, body)
const get = (path: string) => service.withKey(secret).rest(`GET /trpc/${path}`)
const countUsers = async () => (await service.admin.rest('GET /v1/users?limit=1')).body.pagination.total

test.each([
  ['a call', 'users.list', 200],
  ['a refusal', 'users.get', 400],
  ['a batch', 'users.list,users.get?batch=1', 207],
])('what %s answers is kept by nobody', async (_what, path, status) => {
  expect(await get(path)).toMatchObject({ status, headers: { 'cache-control': 'no-store' } })
})

test('a batch of unlike outcomes is 207, and each call has its part', async () => {
  const input = encodeURIComponent(JSON.stringify({ 0: { limit: 1 }, 1: { user_id: 'usr_1' } }))
  const answer = await get(`users.list,users.get?batch=1&input=${input}`)
  expect(answer.status).toBe(207)
  expect(answer.body).toMatchObject([{ result: { data: {} } }, { error: { data: { httpStatus: 404 } } }])
})

test.each([
  ['a call', 'users.list?input={"limit":2}', 200],
  ['a refusal', 'users.get', 400],
  ['a batch', 'users.list,users.get?batch=1', 207],
  ['a mutation', 'users.create', 405],
  ['a procedure that is not there', 'users.frob', 404],
])('HEAD of %s is answered as GET is, without the body', async (_what, path, status) => {
  const { headers } = await get(path)
  const head = await service.withKey(secret).rest(`HEAD /trpc/${path}`)
  expect(head).toMatchObject({ status, body: undefined })
  for (const name of ['content-type', 'content-length', 'cache-control', 'vary', 'allow'])
    expect(head.headers[name]).toBe(headers[name])
})

test.each([
  ['GET /trpc/users.create', 'OPTIONS, POST'],
  ['GET /trpc/users.create,users.update?batch=1', 'OPTIONS, POST'],
  ['POST /trpc/users.list', 'GET, HEAD, OPTIONS'],
  ['POST /trpc/events.subscribe', 'GET, HEAD, OPTIONS'],
])('%s is 405 with the methods that the procedure is called with', async (request, allow) => {
  const answer = await service.withKey(secret).rest(request, request.startsWith('POST') ? {} : undefined)
  expect(answer).toMatchObject({ status: 405, headers: { allow } })
})

test('a batch does not say of all calls what one of them was refused with', async () => {
  const { headers, body } = await get('users.list,apiKeys.list?batch=1')
  expect(body[1].error.data.problem).toMatchObject({ code: 'insufficient-scope' })
  expect(headers).not.toHaveProperty('www-authenticate')
})

test('a batch of 50 calls is run; one of 51 is 400 for the whole request, and none of it is run', async () => {
  const batch = (size: number) => {
    const names = Array.from({ length: size }, () => 'users.create').join(',')
    return post(`${names}?batch=1`, Object.fromEntries(Array.from({ length: size }, (_, index) => [index, newUser()])))
  }
  const before = await countUsers()
  const refused = await batch(51)
  expect(refused).toMatchObject({ status: 400, body: { error: { data: { problem: { code: 'bad-request' } } } } })
  expect(await countUsers()).toBe(before)
  expect(await batch(50)).toMatchObject({ status: 200 })
  expect(await countUsers()).toBe(before + 50)
})

test.each([
  ['an unknown procedure', () => get('users.frob'), 404, 'not-found'],
  ['the path of sockets without an upgrade', () => service.anonymous.rest('GET /trpc'), 404, 'not-found'],
  ['a mutation by GET', () => get('users.create'), 405, 'method-not-allowed'],
  ['a query by POST', () => post('users.list', {}), 405, 'method-not-allowed'],
  ['input that is no JSON', () => get('users.list?input=%7B'), 400, 'malformed-json'],
  ['a body that is no JSON', () => post('users.create', '{'), 400, 'malformed-json'],
  ['a doubled member', () => post('users.create', '{"name":"a","name":"b"}'), 400, 'malformed-json'],
  ['no input where one is needed', () => get('users.get'), 400, 'invalid-parameters'],
  ['input of another kind', () => post('users.create', '[1]'), 422, 'validation-failed'],
  ['two procedures without a batch', () => get('users.list,me.get'), 400, 'bad-request'],
  ['percent-encoding that is no UTF-8', () => get('%ff'), 400, 'bad-request'],
])('%s is refused with a problem', async (_, call, status, code) => {
  const { status: answered, body } = await call()
  expect(body.error?.data.problem ?? body).toMatchObject({ status, code })
  expect(answered).toBe(status)
})

test.each(['users.list', 'users.list,me.get?batch=1'])(
  'nobody is 401 with the challenges, as over REST: %s',
  async (path) => {
    const rpc = await service.anonymous.rest(`GET /trpc/${path}`)
    const rest = await service.anonymous.rest('GET /v1/users')
    expect(rpc.status).toBe(401)
    expect(rpc.headers['www-authenticate']).toEqual(rest.headers['www-authenticate'])
  },
)

test('a revoked key stops working on a socket that stays open', async () => {
  const key = await newKey()
  const { client, close } = overSocket(key.secret)
  expect(await client.me.get.query()).toMatchObject({ principal: { id: key.id } })
  await service.admin.sdk.apiKeys.revoke(key.id)
  expect(await problemOf(client.me.get.query())).toMatchObject({ status: 401, code: 'unauthenticated' })
  close()
  expect((await service.withKey(secret).sdk.me.get()).principal.id).toBe(keyId)
})
