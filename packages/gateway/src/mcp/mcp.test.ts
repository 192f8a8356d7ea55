import { hash } from 'node:crypto'
import { ProtocolError } from '@modelcontextprotocol/client'
import { type Agent, agentOf, REVISIONS } from '@roster/test/agent'
import { type Service, startService } from '@roster/test/service'
import { encode } from 'gpt-tokenizer'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const logged: any[] = []
let service: Service
let agent: Agent
let key: Record<string, string>

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  service = await startService({ mcp: true, logger })
  const { secret } = await service.admin.sdk.apiKeys.create({
    name: 'Agent',
    role: 'admin',
    scopes: Object.keys(service.application.access.scopes) as never,
  })
  key = { 'x-api-key': secret }
  agent = await agentOf(service.app, key)
})
afterAll(() => service.stop())

const ADA = { name: 'Ada', email: 'ada@example.com', role: 'viewer' } as const
const ITEM = { sku: 'TEA-250', name: 'Green tea', quantity: 2, unit_amount: 1_250 }

test.each(REVISIONS)('in the revision %s an agent finds, reads and changes records', async (revision) => {
  const own = await agentOf(service.app, key, revision)
  const email = `grace.${revision}@example.com`
  const made = await own.call('create_user', { name: `Grace ${revision}`, email, role: 'viewer' })
  const { id: user_id, version } = made.body
  const order = await own.call('place_order', { user_id, currency: 'EUR', items: [ITEM] })

  expect(made).toMatchObject({ isError: false, body: { email, version: 1 } })
  expect(JSON.parse(made.texts[0]!)).toEqual(made.body)
  expect((await own.call('find_users', { search: email, fields: 'id,email' })).body).toEqual({
    data: [{ id: user_id, email }],
    next_cursor: null,
    has_more: false,
  })
  expect((await own.call('update_user', { user_id, version, status: 'suspended' })).body).toMatchObject({ version: 2 })
  expect(order.body).toMatchObject({ user_id, total_amount: 2_500 })
  const deleted = await own.call('delete_user', { user_id })
  const texts = ['users.delete is done.', expect.stringContaining('Nobody was asked')]
  expect(deleted).toEqual({ isError: false, body: 'users.delete is done.', texts })
})

describe('the list of tools', () => {
  test('is the same at every call, for every caller, and in the order of the contract', async () => {
    const { tools } = await agent.client.listTools()
    const viewer = await agentOf(service.app, { 'x-api-key': await viewersSecret('Lister') })
    expect(tools.map(({ name }) => name)).toEqual([
      'find_users',
      'create_user',
      'get_user',
      'update_user',
      'delete_user',
      'list_orders',
      'place_order',
      'get_order',
      'move_order',
      'start_export',
      'get_export',
      'who_am_i',
      'list_changes',
      'search_operations',
      'call_operation',
    ])
    expect((await viewer.client.listTools()).tools).toEqual(tools)
  })

  test('takes an agent at most 8,000 tokens', async () => {
    const { tools } = await agent.client.listTools()
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(8_000)
  })

  test('has names that every client takes, objects at the top, and hints', async () => {
    const { tools } = await agent.client.listTools()
    for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,59}$/)
      expect([inputSchema.type, outputSchema?.type ?? 'object']).toEqual(['object', 'object'])
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false })
      expect(description).not.toBe('')
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints).toMatchObject({
      find_users: { readOnlyHint: true },
      delete_user: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      place_order: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    })
  })
})

test('a list goes on by its own cursor, to the end and without repetitions', async () => {
  for (const name of ['Walk 1', 'Walk 2', 'Walk 3'])
    await service.admin.sdk.users.create({ name, email: `${name.replace(' ', '')}@example.com`, role: 'viewer' })
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await agent.call('find_users', { search: 'Walk', sort: 'name', order: 'asc', limit: 2, cursor })
    names.push(...body.data.map(({ name }: { name: string }) => name))
    cursor = body.next_cursor
  }
  expect(names).toEqual(['Walk 1', 'Walk 2', 'Walk 3'])
})

describe('what is no tool', () => {
  test('is found by words, with the input it takes, and called by its name', async () => {
    const { body } = await agent.call('search_operations', { query: 'create an API key' })
    expect(body.operations[0]).toMatchObject({
      operation: 'apiKeys.create',
      readOnlyHint: false,
      input_schema: { type: 'object', required: expect.arrayContaining(['name']) },
    })
    const input = { name: 'Nightly', role: 'admin', scopes: ['read:users'] }
    const made = await agent.call('call_operation', { operation: 'apiKeys.create', input })
    expect(made.body).toMatchObject({ name: 'Nightly', secret: expect.stringMatching(/^rk_/) })
  })

  test('is found as far as the scopes of the caller allow it', async () => {
    const viewer = await agentOf(service.app, { 'x-api-key': await viewersSecret('Searcher') })
    const { body } = await viewer.call('search_operations', { query: 'key' })
    expect(body.operations.map(({ operation }: { operation: string }) => operation)).not.toContain('apiKeys.create')
    const called = await viewer.call('call_operation', { operation: 'apiKeys.list' })
    expect(called).toMatchObject({ isError: true, body: { status: 403, code: 'insufficient-scope' } })
  })

  test('is told by name where no word fits, and refused where there is none of the name', async () => {
    const { body } = await agent.call('search_operations', { query: 'zzz' })
    expect(body).toEqual({ operations: [], all: expect.arrayContaining(['users.list', 'webhookEndpoints.test']) })
    expect(await agent.call('call_operation', { operation: 'users.destroy' })).toMatchObject({
      isError: true,
      body: { code: 'not-found', detail: expect.stringContaining('search_operations') },
    })
  })
})

describe('a refusal is problem details that an agent can act on', () => {
  test('who asks for a page by its number is told to go on by the cursor', async () => {
    const answer = await agent.call('find_users', { page: 2 })
    const message = 'is not taken here: go on by `cursor`, with the `next_cursor` of the page before'
    expect(answer).toMatchObject({ isError: true, body: { status: 400, errors: [{ field: 'page', message }] } })
  })

  test('every faulty member is named at once, whether of the path or of the body', async () => {
    const answer = await agent.call('place_order', { currency: 'XYZ', items: [], color: 'red' })
    expect(answer).toMatchObject({ isError: true, body: { status: 400, next_step: expect.stringContaining('fix') } })
    const fields = answer.body.errors.map(({ field }: { field: string }) => field)
    expect(fields.toSorted()).toEqual(['color', 'currency', 'items', 'user_id'])
  })

  test('a conflict shows the record as it is now, from which the change is made again', async () => {
    const { id: user_id } = await service.admin.sdk.users.create({ ...ADA, email: 'conflict@example.com' })
    await service.admin.sdk.users.update(user_id, { name: 'Changed' })
    const change = { user_id, version: 1, status: 'suspended' }
    const { body } = await agent.call('update_user', change)
    expect(body).toMatchObject({
      status: 409,
      code: 'version-conflict',
      detail: expect.stringContaining('version 2'),
      next_step: expect.stringContaining('`current` is the record as it is now'),
    })
    expect(body.current).toEqual(await service.admin.sdk.users.get(user_id))

    const { version } = body.current
    const underKey = (input: object) =>
      agent.call('call_operation', { operation: 'users.update', input, idempotency_key: 'conflict' })
    expect((await underKey(change)).body).toMatchObject({ current: { name: 'Changed', version: 2 } })
    expect((await underKey({ ...change, version })).body).toMatchObject({ name: 'Changed', version: 3 })
  })

  test('a conflict shows the record to those alone who may read it', async () => {
    const { id: user_id } = await service.admin.sdk.users.create({ ...ADA, email: 'unread@example.com' })
    const scopes: never[] = ['write:users'] as never
    const { secret } = await service.admin.sdk.apiKeys.create({ name: 'Writer', role: 'admin', scopes })
    const writer = await agentOf(service.app, { 'x-api-key': secret })
    const change = { user_id, version: 7, name: 'Lost' }
    const refusal = await writer.call('update_user', change)
    expect(refusal.body).toMatchObject({ code: 'version-conflict', next_step: expect.stringContaining('Read the') })
    expect(refusal.body).not.toHaveProperty('current')

    const keyed = { operation: 'users.update', input: change, idempotency_key: 'unread' }
    const { body } = await writer.call('call_operation', keyed)
    expect(body).toMatchObject({ code: 'version-conflict' })
    expect(body).not.toHaveProperty('current')
  })

  test('an unknown tool and arguments that are no object are errors of the protocol', async () => {
    await expect(agent.call('drop_tables')).rejects.toThrow('There is no tool "drop_tables"')
    await expect(agent.call('find_users', [] as never)).rejects.toThrow(ProtocolError)
  })
})

describe('a write has one effect', () => {
  const countOf = async (user_id: string) => (await service.admin.sdk.orders.list(user_id)).data.length
  const order = async (email: string) => {
    const { id: user_id } = await service.admin.sdk.users.create({ ...ADA, email })
    return { user_id, currency: 'EUR', items: [ITEM] }
  }

  test('a call that is sent again without a key is given the first answer, for two minutes', async () => {
    const input = await order('derived@example.com')
    const first = await agent.call('place_order', input)
    service.clock.advance(120_000)
    const second = await agent.call('place_order', input)
    expect(second.body).toEqual(first.body)
    expect(second.texts[1]).toContain('nothing was done again')
    service.clock.advance(1)
    expect((await agent.call('place_order', input)).body).not.toEqual(first.body)
    expect(await countOf(input.user_id)).toBe(2)
  })

  test('what is kept of a call without a key does not tell its input by a hash', async () => {
    const input = await order('hashed@example.com')
    await agent.call('place_order', input)
    const rows = await service.database.query<{ id: string }>({ text: 'select id from idempotency_keys' })
    const [caller] = await service.database.query<{ id: string }>({
      text: `select id from api_keys where name = 'Agent'`,
    })
    const sha256 = (value: unknown) => hash('sha256', JSON.stringify(value), 'base64url')
    const guess = sha256(['api_key', caller!.id, 'MCP', 'orders.create', `derived ${sha256(input)}`])
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ id }) => id)).not.toContain(guess)
  })

  test('a key of the client decides, for every write', async () => {
    const input = await order('given@example.com')
    const { body: first } = await agent.call('place_order', input, { idempotencyKey: 'one' })
    const { body: again } = await agent.call('place_order', input, { idempotencyKey: 'one' })
    const { body: second } = await agent.call('place_order', input, { idempotencyKey: 'two' })
    expect(again).toEqual(first)
    expect(second.id).not.toBe(first.id)
    const byName = { operation: 'orders.create', input }
    expect((await agent.call('call_operation', byName, { idempotencyKey: 'one' })).body).toEqual(first)
    const { user_id } = input
    for (let time = 0; time < 2; time++)
      expect((await agent.call('delete_user', { user_id }, { idempotencyKey: 'one' })).isError).toBe(false)
    expect((await agent.call('delete_user', { user_id })).body).toMatchObject({ code: 'gone' })
  })

  test('call_operation takes the key from the agent itself', async () => {
    const input = await order('agents@example.com')
    const call = (idempotency_key: string) =>
      agent.call('call_operation', { operation: 'orders.create', input, idempotency_key })
    expect((await call('a')).body).toEqual((await call('a')).body)
    await call('b')
    expect(await countOf(input.user_id)).toBe(2)
  })

  test('a refused call without a key is tried again, and a bad key is refused by its name', async () => {
    const input = { ...ADA, email: 'taken@example.com' }
    const { id } = await service.admin.sdk.users.create(input)
    expect((await agent.call('create_user', input)).body).toMatchObject({ code: 'email-taken' })
    await service.admin.sdk.users.delete(id)
    expect((await agent.call('create_user', input)).isError).toBe(false)
    expect((await agent.call('create_user', input, { idempotencyKey: 7 })).body).toMatchObject({
      errors: [{ field: 'idempotencyKey' }],
    })
  })
})

test('every call leaves a security line with the operation, the client and for whom, and a repeated one says so', async () => {
  const input = { ...ADA, email: 'logged@example.com' }
  const before = logged.length
  const { body } = await agent.call('create_user', input)
  await agent.call('create_user', input)
  await agent.call('get_user', { user_id: 'usr_none' })
  const lines = logged.flatMap(({ security }) => (security?.event === 'tool.called' ? [security] : [])).slice(-3)
  const actor = { type: 'api_key', id: expect.stringMatching(/^key_/) }
  const common = { event: 'tool.called', actor, client: null, agent: 'test-agent', user: null, address: '127.0.0.1' }
  const created = { ...common, succeeded: true, operation: 'users.create', target: body.id, role: 'viewer' }
  expect(lines).toEqual([
    created,
    { ...created, target: null, repeated: true },
    { ...common, succeeded: false, operation: 'users.get', target: 'usr_none' },
  ])
  expect(logged.slice(before).filter(({ security }) => security?.event === 'user.created')).toHaveLength(1)
})

test('so does a call that comes to no operation, by the name of the tool', async () => {
  await agent.call('search_operations', { query: 'keys' })
  await agent.call('call_operation', { operation: 'nothing' })
  await agent.call('call_operation', { operation: 7 })
  await agent.call('nothing').catch(() => {})
  const lines = logged.flatMap(({ security }) => (security?.event === 'tool.called' ? [security] : [])).slice(-4)
  const called = (operation: string, succeeded: boolean) => ({
    operation,
    succeeded,
    agent: 'test-agent',
    target: null,
  })
  expect(lines).toMatchObject([
    called('search_operations', true),
    called('call_operation', false),
    called('call_operation', false),
    called('nothing', false),
  ])
})

async function viewersSecret(name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.com`
  const { id } = await service.admin.sdk.users.create({ name, email, role: 'viewer' })
  const scopes = ['read:users', 'read:orders', 'read:events'] as const
  return (await service.admin.sdk.apiKeys.create({ name, role: 'viewer', scopes: [...scopes], user_id: id })).secret
}
