import { randomUUID } from 'node:crypto'
import { request as begin } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '@roster/test/raw-requests'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const MCP = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }

/** Called whenever the service checks whether a token has ended. */
let asked: () => void = () => {}
let hasEnded = false
let service: Service
let port: number
beforeAll(async () => {
  service = await startService({
    mcp: true,
    tokens: {
      isDenied() {
        asked()
        return hasEnded
      },
    },
  })
  port = await listen(service.app)
})
afterAll(() => service.stop())
beforeEach(() => {
  hasEnded = false
})

const newUser = () => ({ name: 'Grace Hopper', email: `${randomUUID()}@example.com`, role: 'viewer' })

const REST = { path: '/v1/users', wrap: (user: object): unknown => user, headers: {} }
const KEYED = {
  ...REST,
  get headers() {
    return { 'idempotency-key': randomUUID() }
  },
}
const AGENT = {
  path: '/mcp',
  headers: MCP,
  wrap: (user: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create_user', arguments: user },
  }),
}

/** Sends a request whose body ends with `finish`, once the service has checked its token. Returns `finish`, which resolves to the response. */
async function arriving({ path, wrap, headers }: typeof REST, user: object) {
  const token = await service.tokens.make({ aud: path === '/mcp' ? `${BASE_URL}/mcp` : BASE_URL })
  const checked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const all = { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request = begin({ port, host: '127.0.0.1', path, method: 'POST', headers: all })
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      void text(response).then((body) => resolve({ status: response.statusCode, body }))
    })
  })
  const body = JSON.stringify(wrap(user))
  request.write(body.slice(0, 1))
  await checked
  return (rest = body.slice(1)) => {
    request.end(rest)
    return answered
  }
}

const isThere = async ({ email }: { email: string }) =>
  (await service.admin.sdk.users.list({ search: email })).data.length === 1

describe.each([
  ['over REST', REST],
  ['under an idempotency key', KEYED],
  ['of an agent', AGENT],
])('a body that takes seconds to arrive, %s,', (_how, way) => {
  test('does nothing once its credential has ended', async () => {
    const user = newUser()
    const finish = await arriving(way, user)
    hasEnded = true
    service.clock.advance(1_001)
    expect(await finish()).toMatchObject({ status: 401, body: expect.stringContaining('unauthenticated') })
    hasEnded = false
    expect(await isThere(user)).toBe(false)
  })

  test('is as good as any other while its credential holds', async () => {
    const user = newUser()
    const finish = await arriving(way, user)
    service.clock.advance(1_001)
    expect((await finish()).status).toBeLessThan(202)
    expect(await isThere(user)).toBe(true)
  })
})

test('a refusal under an idempotency key is kept for nobody whose credential has ended', async () => {
  const finish = await arriving(KEYED, newUser())
  hasEnded = true
  service.clock.advance(1_001)
  expect(await finish('{')).toMatchObject({ status: 401, body: expect.stringContaining('unauthenticated') })
})
