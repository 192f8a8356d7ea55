import { type AnyOperation, idPrefixes, isStream } from '@roster/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REVISIONS } from '../agent.ts'
import { exampleSecretOf } from '../examples.ts'
import { BASE_URL } from '../service.ts'
import type { Subject } from '../subject.ts'
import { META, type Sending, TwinAgent } from '../twin-agent.ts'
import { liveTwin, mockTwin, type Twin } from '../twins.ts'
import { World } from '../world.ts'

/** Identifier of a session that nobody has, in place of one of the caller: the administrator's key has none. */
const session_id = `${idPrefixes.session}_01KAJQ7W5M8XV2R4T6Y9B3D501`

/** Tests that the mock of an application answers agents like its service. */
export function agentTwinSuite(subject: Subject): void {
  const { application } = subject
  const { access } = application
  const operations = Object.values(application.resources).flatMap(({ contract }) =>
    Object.values<AnyOperation>(contract.operations).filter((operation) => !isStream(operation)),
  )
  const all = operations.map((operation) => [operation.name, operation] as const)

  let twins: Twin[]
  beforeAll(async () => {
    twins = await Promise.all([liveTwin({ subject }), mockTwin({ subject })])
  })
  afterAll(() => Promise.all(twins.map((twin) => twin.stop())))
  beforeEach(() => Promise.all(twins.map((twin) => twin.reset())))

  /** Runs a scenario on both twins, and expects equal answers. */
  async function expectSameAnswers(scenario: (agent: TwinAgent, world: World) => Promise<void>, both = twins) {
    const [live, mock] = await Promise.all(
      both.map(async (twin) => {
        const world = new World(twin)
        await scenario(new TwinAgent(world), world)
        return world.transcript.lines
      }),
    )
    expect(mock).toEqual(live)
  }

  const inputOf = ({ pathNames, example }: AnyOperation, { ids }: World) => ({
    ...Object.fromEntries(pathNames.map((name) => [name, { session_id, ...ids }[name]])),
    ...(example as object | undefined),
  })

  describe.each(REVISIONS)('in the revision %s', (revision) => {
    test('the list of tools is the same, byte for byte', async () => {
      const lists = await Promise.all(
        twins.map(async (twin) => {
          const { result } = await new TwinAgent(new World(twin)).send('tools/list', { revision })
          return JSON.stringify(result)
        }),
      )
      expect(lists[1]).toBe(lists[0])
      expect(JSON.parse(lists[0]!).tools.length).toBeGreaterThan(2)
    })

    test('a conversation begins in the same words', () =>
      expectSameAnswers(async (agent) => {
        const clientInfo = { name: 'twin', version: '1.0.0' }
        for (const protocolVersion of ['2025-11-25', '2025-06-18', '2031-01-01'])
          await agent.send('initialize', { revision, params: { protocolVersion, capabilities: {}, clientInfo } })
        await agent.send('server/discover', { revision })
        for (const method of ['ping', 'tools/drop']) await agent.send(method, { revision })
        for (const method of ['notifications/initialized', 'notifications/cancelled'])
          await agent.send(method, {
            revision,
            body: { jsonrpc: '2.0', method, ...(revision === '2026-07-28' && { params: { _meta: META } }) },
          })
      }))
  })

  test.each(all)('%s is called alike, and repeated alike', (_name, operation) =>
    expectSameAnswers(async (agent, world) => {
      await world.fill(operation)
      const input = inputOf(operation, world)
      for (let time = 0; time < 2; time++) await agent.callEach(operation, input)
      world.twin.clock.advance(120_001)
      await agent.callEach(operation, input, { revision: '2025-11-25' })
    }),
  )

  test.each(all)('%s is refused alike', (_name, operation) =>
    expectSameAnswers(async (agent, world) => {
      await world.fill(operation)
      const input = inputOf(operation, world)
      // Later records must be newer than existing ones: records of the same millisecond have no order in lists.
      world.twin.clock.advance(1)
      const others = access.scopeNames.filter((scope) => scope !== operation.scope)
      await agent.callEach(operation, input, { key: await world.keyWith(others) })
      await agent.callEach(operation, input, { key: (await world.viewer()).key })
      await agent.callEach(operation, { unheard_of: 1 })
      await agent.callEach(operation, { ...input, unheard_of: 1, limit: 'x', cursor: 1 })
      await agent.callEach(operation, { ...input, page: 1 })
      const unknown = Object.fromEntries(operation.pathNames.map((name) => [name, 'x']))
      await agent.callEach(operation, { ...input, ...unknown })
      for (const idempotencyKey of ['', 7])
        await agent.callEach(operation, input, { params: { _meta: { idempotencyKey } } })
    }),
  )

  const changing = all.filter(([, { agent, method }]) => agent !== null && method !== 'GET')

  test.each(changing)('%s has one effect under a key of the client', (_name, operation) =>
    expectSameAnswers(async (agent, world) => {
      await world.fill(operation)
      const input = inputOf(operation, world)
      const call = (idempotency_key: string, own: object = input) => agent.callUnder(idempotency_key, operation, own)
      for (const key of ['one', 'one', 'two']) await call(key)
      await call('one', { ...input, unheard_of: 1 })
      for (let time = 0; time < 2; time++) await call('refused', {})
      world.twin.clock.advance(24 * 60 * 60 * 1_000)
      await call('one')
      world.twin.clock.advance(1)
      await call('one')
    }),
  )

  const versioned = all.filter(([, { body }]) => body && 'version' in body.shape)

  test.each(versioned)('%s shows the same record where its version is another one', (_name, operation) =>
    expectSameAnswers(async (agent, world) => {
      await world.fill(operation)
      const input = { ...inputOf(operation, world), version: 99 }
      for (let time = 0; time < 2; time++) await agent.callEach(operation, input)
      await agent.callEach(operation, { ...input, unheard_of: 1 })
      await agent.callEach(operation, input, { key: await world.keyWith([operation.scope]) })
    }),
  )

  test('operations are found by the same words, as far as scopes allow', () =>
    expectSameAnswers(async (agent, world) => {
      const narrow = await world.keyWith(access.scopeNames.slice(0, 1))
      for (const query of ['key', 'rotate secrets', 'Webhook deliveries', 'zzz', '', 'x'.repeat(201), 7])
        for (const key of [world.twin.adminKey, narrow]) await agent.call('search_operations', { query }, { key })
      for (const input of [undefined, {}, { query: 'key', more: 1 }]) await agent.call('search_operations', input)
      for (const input of [undefined, {}, { operation: 'none.such' }, { operation: 7, input: [] }])
        await agent.call('call_operation', input)
    }))

  test('nobody is served without a credential for agents', () =>
    expectSameAnswers(async (agent) => {
      const bad = `${exampleSecretOf(application).slice(0, -1)}j`
      for (const authorization of [undefined, 'Bearer x', 'DPoP x', `Basic ${btoa('x:')}`])
        await agent.send('tools/list', { key: null, headers: { authorization } })
      await agent.send('tools/list', { key: bad })
      await agent.send('tools/list', { headers: { authorization: 'Bearer x' } })
      await agent.send('tools/list', { key: null, body: '{' })
    }))

  test('what the protocol refuses is refused in the same words', () =>
    expectSameAnswers(async (agent) => {
      const list = (sending: Sending) => agent.send('tools/list', sending)
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } }
      for (const body of [
        '{',
        '[]',
        '',
        '"a"',
        'null',
        '{"a":1}',
        '{"jsonrpc":"2.0","jsonrpc":"2.0"}',
        `"${'x'.repeat(1_048_576)}"`,
      ])
        // prettier-ignore
        await list({ body })
      for (const more of [
        { jsonrpc: '1.0' },
        { id: {} },
        { id: null },
        { params: [] },
        { method: 1 },
        { params: undefined },
        { id: 1.5 },
        { id: 2 ** 53 },
        { more: 1 },
        ...[null, 1, 'x', [], { progressToken: 1.5 }].map((_meta) => ({ params: { _meta } })),
        { params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 1 } } },
      ])
        for (const revision of REVISIONS) await list({ revision, body: { ...message, ...more } })
      for (const error of [{}, { code: 'x', message: 1 }, { code: 1, message: 'x' }])
        await list({ revision: '2025-11-25', body: { jsonrpc: '2.0', id: 1, error } })
      await list({ revision: '2025-11-25', body: { jsonrpc: '2.0', id: 1, result: {} } })
      for (const [name, value] of Object.entries({
        clientCapabilities: 1,
        clientInfo: { name: 1 },
        protocolVersion: '2031-01-01',
      }))
        // prettier-ignore
        await list({ params: { _meta: { [`io.modelcontextprotocol/${name}`]: value } } })
      for (const [name, value] of [
        ['content-type', 'text/plain'],
        ['mcp-protocol-version', undefined],
        ['mcp-protocol-version', '2025-11-25'],
        ['mcp-method', undefined],
        ['mcp-method', 'tools/call'],
      ] as const)
        await list({ headers: { [name]: value } })
      for (const headers of [
        { 'mcp-protocol-version': '2020-01-01' },
        { 'mcp-protocol-version': '2031-01-01' },
        { 'mcp-protocol-version': 'x' },
        { accept: 'application/json' },
        { 'mcp-protocol-version': undefined },
      ])
        // prettier-ignore
        await list({ revision: '2025-11-25', headers })
      for (const revision of REVISIONS) {
        await agent.call('none_such', {}, { revision })
        await agent.call('search_operations', [], { revision })
        await agent.send('tools/call', { revision, params: { name: 1 } })
      }
      for (const name of [
        undefined,
        'other',
        `=?base64?${btoa('search_operations')}?=`,
        '=?base64?b3RoZXI=?=',
        '=?base64?!?=',
      ])
        await agent.call('search_operations', {}, { headers: { 'mcp-name': name } })
    }))

  const BAD = [1, null, 'x', [], {}]
  const CLIENT = { name: 'twin', version: '1.0.0' }
  const clientWith = (member: string, value: unknown) => ({ ...CLIENT, [member]: value })
  const CLIENTS = [
    ...BAD,
    ...['name', 'title', 'icons', 'version', 'websiteUrl', 'description'].map((member) => clientWith(member, 7)),
    ...[{}, { src: 1 }, { src: 'x', sizes: [1] }, { src: 'x', theme: 'red' }].map((icon) =>
      clientWith('icons', [icon]),
    ),
  ]
  const CAPABILITIES = [
    ...BAD,
    ...['experimental', 'sampling', 'elicitation', 'roots', 'extensions'].flatMap((member) =>
      BAD.map((value) => ({ [member]: value })),
    ),
    ...['experimental', 'extensions'].map((member) => ({ [member]: { one: {}, other: 1 } })),
    ...['context', 'tools'].map((member) => ({ sampling: { [member]: 1 } })),
    ...[{ form: 1 }, { form: { applyDefaults: 1 } }, { url: [] }].map((elicitation) => ({ elicitation })),
    { roots: { listChanged: 1 } },
  ]

  test('what is wrong with what a message says of its client is told in the same words', () =>
    expectSameAnswers(async (agent) => {
      const say = (name: string, value: unknown) =>
        agent.send('tools/list', { params: { _meta: { [`io.modelcontextprotocol/${name}`]: value } } })
      for (const client of CLIENTS) await say('clientInfo', client)
      for (const capabilities of CAPABILITIES) await say('clientCapabilities', capabilities)
      for (const level of ['debug', 'loud', ...BAD]) await say('logLevel', level)
    }))

  test('what is wrong with parameters is told in the same words', () =>
    expectSameAnswers(async (agent) => {
      const begin = (params: unknown) =>
        agent.send('initialize', {
          revision: '2025-11-25',
          body: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
        })
      const good = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT }
      for (const params of [undefined, {}, good, ...BAD.map((protocolVersion) => ({ ...good, protocolVersion }))])
        await begin(params)
      for (const clientInfo of CLIENTS) await begin({ ...good, clientInfo })
      for (const capabilities of CAPABILITIES) await begin({ ...good, capabilities })
      for (const revision of REVISIONS)
        for (const value of BAD) {
          await agent.send('tools/list', { revision, params: { cursor: value } })
          for (const member of ['arguments', 'task'])
            await agent.call('search_operations', { query: 'x' }, { revision, params: { [member]: value } })
        }
    }))

  test('pages of others are refused in the same words', () =>
    expectSameAnswers(async (agent) => {
      for (const origin of [BASE_URL, 'https://evil.example', 'null', `${BASE_URL}.evil.example`])
        for (const own of [{}, { key: null }]) await agent.send('tools/list', { ...own, headers: { origin } })
    }))

  test.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('%s is answered alike', (method) =>
    expectSameAnswers(async (_agent, world) => void (await world.send(`${method} /mcp`))),
  )

  test('a quota that is used up is told in the same words', async () => {
    const quotas = { read: 2, write: 1 }
    const limited = await Promise.all([liveTwin({ subject, quotas }), mockTwin({ subject, quotas })])
    const create = operations.find(({ agent, method }) => agent && method === 'POST')!
    await expectSameAnswers(async (agent) => {
      for (let time = 0; time < 3; time++) await agent.call('search_operations', { query: 'key' })
      for (let time = 0; time < 2; time++) await agent.call(create.agent!.name, {})
      await agent.send('tools/list')
    }, limited)
    await Promise.all(limited.map((twin) => twin.stop()))
  })
}
