import { memoryLimiter } from '@roster/gateway'
import { agentOf } from '@roster/test/agent'
import type { Caller } from '@roster/test/caller'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const MCP = `${BASE_URL}/mcp`
const METADATA = `${BASE_URL}/.well-known/oauth-protected-resource/mcp`

const logged: any[] = []
let service: Service
beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const limiter = memoryLimiter({ read: 600, write: 120, anonymous: 60, token: 10 })
  service = await startService({ mcp: true, logger, limiter })
})
afterAll(() => service.stop())
beforeEach(() => void logged.splice(0))

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A call in either revision. */
function call(caller: Caller, name: string, input: object = {}, isCurrent = true) {
  const params = { name, arguments: input, ...(isCurrent && { _meta: META }) }
  const named = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(isCurrent ? named : { 'mcp-protocol-version': '2025-11-25' }),
  }
  return caller.rest('POST /mcp', { jsonrpc: '2.0', id: 7, method: 'tools/call', params }, headers)
}

const withScopes = (scope: string, claims: object = {}) => service.withToken({ aud: MCP, scope, ...claims })

describe('a call that its token may not make is refused with all that it lacks, so that its client asks for it', () => {
  const challenge = (scope: string) =>
    `Bearer realm="roster", error="insufficient_scope", scope="${scope}", resource_metadata="${METADATA}"`

  test.each<[what: string, tool: string, input: object, scope: string]>([
    ['of a tool', 'create_user', { name: 'Ada' }, 'write:users'],
    ['of a tool that takes more by what it is asked for', 'list_changes', { type: 'order.created,user.created' }, 'read:events read:orders read:users'],
    ['of an operation by its name', 'call_operation', { operation: 'apiKeys.list' }, 'manage:keys'],
    ['of one whose scopes its input decides', 'call_operation', { operation: 'users.setPassword', input: { user_id: 'usr_a' } }, 'write:users'],
  ])('%s', async (_what, tool, input, scope) => {
    const caller = await withScopes('openid')
    for (const isCurrent of [true, false])
      expect(await call(caller, tool, input, isCurrent)).toMatchObject({
        status: 403,
        headers: { 'www-authenticate': challenge(scope) },
        body: { jsonrpc: '2.0', id: 7, error: { data: { code: 'insufficient-scope', status: 403 } } },
      })
  }) // prettier-ignore

  test.each([
    ['tasks/get', { taskId: 'roster://exports/exp_a' }, 'read:users'],
    ['tasks/cancel', { taskId: 'roster://exports/exp_a' }, 'read:users'],
    ['tasks/update', { taskId: 'roster://exports/exp_a' }, 'read:users'],
    ['subscriptions/listen', { notifications: { resourceSubscriptions: ['roster://users/usr_a'] } }, 'read:events'],
  ])('of what %s names', async (method, params, scope) => {
    const headers = {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
    }
    const message = { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: META } }
    expect(await (await withScopes('openid')).rest('POST /mcp', message, headers)).toMatchObject({
      status: 403,
      headers: { 'www-authenticate': challenge(scope) },
    })
  })

  test.each(['2026-07-28', '2025-11-25'])('of a resource, in the revision %s', async (revision) => {
    const uri = 'roster://users/usr_a'
    const params = { uri, ...(revision === '2026-07-28' && { _meta: META }) }
    const headers = {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(revision === '2026-07-28' && { 'mcp-method': 'resources/read', 'mcp-name': uri }),
    }
    const caller = await withScopes('openid')
    const message = { jsonrpc: '2.0', id: 7, method: 'resources/read', params }
    expect(await caller.rest('POST /mcp', message, headers)).toMatchObject({
      status: 403,
      headers: { 'www-authenticate': challenge('read:users') },
    })
  })

  test('but not what it holds', async () => {
    const caller = await withScopes('read:events read:users')
    expect(await call(caller, 'list_changes', { type: 'order.created,user.created' })).toMatchObject({
      status: 403,
      headers: { 'www-authenticate': challenge('read:orders') },
    })
  })

  test('and leaves a security line, and counts', async () => {
    const { headers } = await call(await withScopes('read:users'), 'create_user', { name: 'Ada', role: 'admin' })
    expect(headers['x-ratelimit-limit']).toBe('120')
    const lines = logged.flatMap(({ security }) => security ?? [])
    expect(lines).toEqual([
      expect.objectContaining({ event: 'tool.called', succeeded: false, operation: 'users.create', agent: 'raw' }),
    ])
  })
})

describe('who cannot get what is missing is told so by the result', () => {
  test('the holder of a key', async () => {
    const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Reader', role: 'admin', scopes: ['read:users'] })
    const agent = await agentOf(service.app, { 'x-api-key': secret })
    expect(await agent.call('list_changes', { type: 'order.created' })).toMatchObject({
      isError: true,
      body: { status: 403, code: 'insufficient-scope', detail: expect.stringContaining('read:events read:orders') },
    })
  })

  test('somebody whose role may not hold it', async () => {
    const { id } = await service.viewer('Grace')
    const token = { sub: id, role: 'viewer', name: 'Grace', client_id: 'cli_agent' }
    expect(await call(await withScopes('read:users', token), 'create_user', { name: 'Ada' })).toMatchObject({
      status: 200,
      body: { result: { isError: true } },
    })
    expect(logged.flatMap(({ security }) => (security?.event === 'tool.called' ? [security] : []))).toEqual([
      expect.objectContaining({ succeeded: false, client: 'cli_agent', user: id }),
    ])
  })
})
