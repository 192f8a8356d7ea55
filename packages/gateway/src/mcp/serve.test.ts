import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { memoryLimiter } from '@roster/gateway'
import { agentOf, agentOver, REVISIONS } from '@roster/test/agent'
import { createHash, randomUUID } from 'node:crypto'
import { TokenMaker } from '@roster/test/access-tokens'
import { type Caller, callerOf } from '@roster/test/caller'
import { fetchWithin } from '@roster/test/client'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { ask } from '@roster/test/mcp'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

let service: Service
beforeAll(async () => {
  service = await startService({ mcp: true })
})
afterAll(() => service.stop())

const REVISION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } }
const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/list',
}

const post = (caller: Caller, body: unknown = LIST, headers: Record<string, string> = {}) =>
  caller.rest('POST /mcp', body, { ...HEADERS, ...headers })

test('nothing is served to agents unless the setting says so', async () => {
  const without = await startService({ beside: service })
  expect(await post(without.anonymous)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  expect(await without.anonymous.rest('GET /.well-known/oauth-protected-resource/mcp')).toMatchObject({ status: 404 })
  await without.app.close()
})

describe('who may call', () => {
  test('nobody without a credential, who is told where to get one and for what', async () => {
    const { status, headers, body } = await post(service.anonymous)
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { jsonrpc: '2.0', id: null, error: { code: -32_000, data: { code: 'unauthenticated', status: 401 } } },
    })
    const metadata = `${BASE_URL}/.well-known/oauth-protected-resource/mcp`
    expect([headers['www-authenticate']].flat()[0]).toBe(
      `Bearer realm="roster", scope="read:users read:orders read:events", resource_metadata="${metadata}"`,
    )
    expect((await service.anonymous.rest(`GET ${new URL(metadata).pathname}`)).body).toMatchObject({
      resource: `${BASE_URL}/mcp`,
      authorization_servers: [BASE_URL],
    })
  })

  test('nobody without a credential calls a tool, or has a body read', async () => {
    const call = { ...LIST, method: 'tools/call', params: { _meta: META, name: 'who_am_i' } }
    expect(await post(service.anonymous, call, { 'mcp-method': 'tools/call' })).toMatchObject({ status: 401 })
    expect(await post(service.anonymous, '{')).toMatchObject({ status: 401 })
  })

  test('a token for agents does nothing else, and a token for the API nothing here', async () => {
    const ours = await service.withToken({ aud: `${BASE_URL}/mcp` })
    const others = await service.withToken()
    expect(await post(ours)).toMatchObject({ status: 200, body: { result: { tools: expect.any(Array) } } })
    expect(await ours.rest('GET /v1/users')).toMatchObject({ status: 401 })
    expect(await post(others)).toMatchObject({ status: 401 })
    expect(await others.rest('GET /v1/users')).toMatchObject({ status: 200 })
  })

  test('a token that is bound to a key comes with a proof about this address', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const jkt = await calculateJwkThumbprint(jwk)
    const token = await service.tokens.make({ aud: `${BASE_URL}/mcp`, cnf: { jkt }, scope: 'openid' })
    const proofAt = (htu: string) => {
      const ath = createHash('sha256').update(token).digest('base64url')
      const claims = { jti: randomUUID(), htm: 'POST', htu, iat: service.tokens.time, ath }
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk }).sign(privateKey)
    }
    const bound = async (htu: string) => service.sending({ authorization: `DPoP ${token}`, dpop: await proofAt(htu) })
    const sendWith = async (htu: string) => post(await bound(htu))
    expect(await sendWith(`${BASE_URL}/mcp`)).toMatchObject({ status: 200 })
    expect(await sendWith(`${BASE_URL}/v1/me`)).toMatchObject({ status: 401 })
    expect(await post(service.sending({ authorization: `Bearer ${token}` }))).toMatchObject({ status: 401 })
    expect(await ask(await bound(`${BASE_URL}/mcp`), 'tools/call', { name: 'find_users' })).toMatchObject({
      status: 403,
      headers: { 'www-authenticate': expect.stringMatching(/^DPoP .*scope="read:users"/) },
    })
  })

  test('of an external issuer those whose tokens are for this address', async () => {
    const issuer = 'https://issuer.example'
    const tokens = { issuer, isDenied: () => false }
    const taker = await startService({ beside: service, mcp: true, issuer, tokens })
    const maker = new TokenMaker(issuer, service.clock.now)
    const statusFor = async (aud: string) =>
      (await post(callerOf(taker.app, { authorization: `Bearer ${await maker.make({ aud })}` }))).status
    expect([await statusFor(`${BASE_URL}/mcp`), await statusFor(BASE_URL)]).toEqual([200, 401])
    const path = 'GET /.well-known/oauth-protected-resource/mcp'
    expect((await taker.anonymous.rest(path)).body).toMatchObject({ authorization_servers: [issuer] })
    await taker.app.close()
  })

  test('no session of a browser, and no page of somebody else', async () => {
    const { id } = await service.admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'admin' })
    const password = 'correct horse battery staple'
    await service.admin.sdk.users.setPassword(id, { password })
    expect(await post(await service.browser('ada@example.com', password))).toMatchObject({ status: 401 })
    expect(await post(service.admin, LIST, { origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      body: { error: { data: { code: 'forbidden', detail: expect.stringContaining(' in ROSTER_CORS_ORIGINS.') } } },
    })
    expect(await post(service.admin, LIST, { origin: 'https://app.example.com' })).toMatchObject({ status: 200 })
  })

  test.each(REVISIONS)(
    'a page that is listed, which may send all that a client of %s does, and read where to sign in',
    async (revision) => {
      const origin = 'https://app.example.com'
      const asking = { origin, 'access-control-request-method': 'POST' }
      const { headers: allowed } = await service.anonymous.rest('OPTIONS /mcp', undefined, asking)
      const listed = allowed['access-control-allow-headers']!.toLowerCase().split(', ')
      const token = await service.tokens.make({ aud: `${BASE_URL}/mcp` })
      const within = fetchWithin(service.app, { authorization: `Bearer ${token}` })
      const sent = new Set<string>()
      const fetch = (url: string | URL, init: RequestInit = {}) => {
        for (const name of new Headers(init.headers).keys()) sent.add(name)
        return within(String(url), init)
      }
      const agent = await agentOver(new StreamableHTTPClientTransport(new URL('/mcp', BASE_URL), { fetch }), revision)
      await agent.call('who_am_i')
      expect([...sent].filter((name) => !listed.includes(name))).toEqual([])
      expect(sent).toContain('mcp-protocol-version')
      const { headers } = await post(service.anonymous, LIST, { origin })
      expect(headers['access-control-expose-headers']!.split(', ')).toContain('WWW-Authenticate')
    },
  )
})

test.each<[what: string, method: string, params: Record<string, unknown>, status: number]>([
  ['a call', 'tools/call', { name: 'who_am_i' }, 200],
  ['a list', 'tools/list', {}, 200],
  ['a resource', 'resources/read', { uri: 'roster://me' }, 200],
  ['a refusal', 'tools/drop', {}, 404],
])('nobody on the way keeps what %s is answered with', async (_what, method, params, status) => {
  expect(await ask(service.admin, method, params)).toMatchObject({ status, headers: { 'cache-control': 'no-store' } })
})

describe('what is no message is answered with an error of the protocol', () => {
  test.each<[what: string, body: unknown, status: number, code: number]>([
    ['no JSON', '{', 400, -32_700],
    ['a member twice', '{"jsonrpc":"2.0","jsonrpc":"2.0"}', 400, -32_700],
    ['nothing', undefined, 400, -32_600],
    ['a batch', [LIST], 400, -32_600],
    ['more than 1 MiB', JSON.stringify({ ...LIST, params: 'x'.repeat(1_048_576) }), 413, -32_000],
    ['no message', { ...LIST, jsonrpc: '1.0' }, 400, -32_600],
  ])('%s', async (_what, body, status, code) => {
    expect(await service.admin.rest('POST /mcp', body, HEADERS)).toMatchObject({
      status,
      body: { jsonrpc: '2.0', error: { code } },
    })
  })

  test('another media type', async () => {
    expect(await post(service.admin, 'a', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  })

  test('a method that is not there', async () => {
    const body = { ...LIST, method: 'tools/drop' }
    expect(await post(service.admin, body, { 'mcp-method': 'tools/drop' })).toMatchObject({
      status: 404,
      body: { error: { code: -32_601 } },
    })
  })

  test('a revision that is not spoken, which names those that are', async () => {
    const _meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' }
    const answer = await post(service.admin, { ...LIST, params: { _meta } }, { 'mcp-protocol-version': '2031-01-01' })
    expect(answer).toMatchObject({ status: 400, body: { error: { data: { supported: [REVISION] } } } })
  })

  test('a header that says another method than the body', async () => {
    expect(await post(service.admin, LIST, { 'mcp-method': 'tools/call' })).toMatchObject({ status: 400 })
  })

  test.each(['GET', 'DELETE'])('%s, since there are no sessions', async (method) => {
    expect(await service.admin.rest(`${method} /mcp`)).toMatchObject({
      status: 405,
      headers: { allow: 'OPTIONS, POST' },
    })
  })
})

test('what else an agent asks for at the path of agents counts against it, not against its address', async () => {
  const limiter = memoryLimiter({ read: 7, write: 6, anonymous: 5, token: 10 })
  const limited = await startService({ mcp: true, beside: service, limiter })
  const agent = limited.sending({ authorization: `Bearer ${await service.tokens.make({ aud: `${BASE_URL}/mcp` })}` })
  const asked = [
    await agent.rest('GET /mcp'),
    await agent.rest('DELETE /mcp'),
    await limited.anonymous.rest('GET /mcp'),
  ]
  expect(asked.map(({ status, headers }) => [status, headers['x-ratelimit-limit']])).toEqual([
    [405, '7'],
    [405, '6'],
    [405, '5'],
  ])
  await limited.app.close()
})

test('a cursor of another caller is refused', async () => {
  for (const name of ['One', 'Two'])
    await service.admin.sdk.users.create({ name, email: `${name}@example.com`, role: 'viewer' })
  const { next_cursor: cursor } = (await service.admin.rest('GET /v1/users?cursor=&limit=1')).body
  const token = await service.tokens.make({ aud: `${BASE_URL}/mcp` })
  const agent = await agentOf(service.app, { authorization: `Bearer ${token}` })
  expect(await agent.call('find_users', { cursor })).toMatchObject({
    isError: true,
    body: { code: 'invalid-parameters', errors: [{ field: 'cursor' }] },
  })
})

test('a flood is refused with the seconds to wait, as a result of calls and as 429 of all else', async () => {
  // Whose credential is good counts by that, and not by the address.
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() })
  onTestFinished(() => void vi.useRealTimers())
  const limiter = memoryLimiter({ read: 3, write: 1, anonymous: 1, token: 10 })
  const limited = await startService({ mcp: true, beside: service, limiter })
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Flood', role: 'admin', scopes: ['read:users'] })
  const agent = await agentOf(limited.app, { 'x-api-key': secret })
  await agent.call('find_users')
  await agent.call('search_operations', { query: 'key' })
  expect(await agent.call('find_users')).toMatchObject({
    isError: true,
    body: { code: 'rate-limited', retry_after: 60, next_step: 'Wait 60 s, then repeat the call as it was.' },
  })
  expect(await agent.call('call_operation', { operation: 'me.get' })).toMatchObject({
    isError: true,
    body: { code: 'rate-limited', retry_after: 60 },
  })
  expect(await post(limited.withKey(secret))).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  await limited.app.close()
})

test.each<[what: string, method: string, params: object]>([
  ['calls of tools that are not there', 'tools/call', { name: 'drop_tables' }],
  ['reads of what is no resource', 'resources/read', { uri: 'file:///etc/passwd' }],
  ['tasks that are not there', 'tasks/get', { taskId: 'none' }],
])('a flood of %s is refused too', async (_what, method, params) => {
  const limiter = memoryLimiter({ read: 1, write: 1, anonymous: 60, token: 10 })
  const limited = await startService({ mcp: true, beside: service, limiter })
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Flood', role: 'admin', scopes: ['read:users'] })
  const caller = limited.withKey(secret)
  expect((await ask(caller, method, { ...params })).status).toBeLessThan(429)
  expect(await ask(caller, method, { ...params }, { id: 'second' })).toMatchObject({
    status: 429,
    body: { id: 'second', error: { data: { code: 'rate-limited' } } },
  })
  await limited.app.close()
})
