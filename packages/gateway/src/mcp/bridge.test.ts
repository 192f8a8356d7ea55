import { addressOf, settled, until } from '@roster/test/realtime'
import { EXAMPLE_SECRET } from '@roster/test/examples'
import { type Service, startService } from '@roster/test/service'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridge } from './bridge.ts'

let service: Service
let url: string
let key: string

beforeAll(async () => {
  service = await startService({ mcp: true })
  url = await addressOf(service.app)
  await service.startEventLog()
  const scopes = ['read:users', 'read:events'] as const
  key = (await service.admin.sdk.apiKeys.create({ name: 'Local', role: 'admin', scopes: [...scopes] })).secret
})
afterAll(() => service.stop())

/** An agent's end of a bridge: it writes lines, and reads messages. */
function bridged(at = `${url}/mcp`, secret = key) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let written = ''
  output.on('data', (chunk: Buffer) => (written += chunk.toString()))
  const ended = bridge({ url: new URL(at), key: secret, input, output })
  const messages = () => written.split('\n').slice(0, -1).map((line) => JSON.parse(line)) // prettier-ignore
  return {
    ended,
    messages,
    say: (message: unknown) => input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    leave: () => input.end(),
    answer: (id: unknown): Promise<any> => until(() => messages().find((message) => message.id === id)),
  }
}

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const modern = (id: unknown, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta },
})
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'local', version: '1' } },
}

test('messages of both revisions reach the service, and its answers come back as lines', async () => {
  const own = bridged()
  own.say(modern('a', 'tools/call', { name: 'who_am_i', arguments: {} }))
  expect(await own.answer('a')).toMatchObject({ result: { structuredContent: { principal: { type: 'api_key' } } } })

  const named: unknown[] = []
  service.app.server.on(
    'request',
    ({ method, headers }) => method === 'POST' && named.push(headers['mcp-protocol-version']),
  )
  const legacy = bridged()
  legacy.say(initialize)
  expect(await legacy.answer(0)).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
  legacy.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  legacy.say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_users', arguments: {} } })
  expect(await legacy.answer(1)).toMatchObject({ result: { structuredContent: { data: [] } } })
  // The revision that was agreed on is named by all that comes after.
  expect(named).toEqual([undefined, '2025-11-25', '2025-11-25'])
  for (const one of [own, legacy]) one.leave()
  await Promise.all([own.ended, legacy.ended])
})

test('a message is what stands before a line feed: other separators of lines may be in its texts', async () => {
  const own = bridged()
  for (const [id, query] of [
    ['separators', 'list\u2028all\u2029users'],
    ['both', 'list users'],
  ])
    own.say(`${JSON.stringify(modern(id, 'tools/call', { name: 'search_operations', arguments: { query } }))}\r`)
  own.leave()
  await own.ended
  expect(own.messages().map(({ id }) => id)).toEqual(expect.arrayContaining(['separators', 'both']))
  expect(own.messages()).toHaveLength(2)
})

test('it ends when its input does, once what was asked for is answered, and closes streams', async () => {
  const own = bridged()
  const notifications = { resourceSubscriptions: ['roster://users/usr_x'] }
  own.say(modern('stream', 'subscriptions/listen', { notifications }))
  await until(() => own.messages().find(({ method }) => method === 'notifications/subscriptions/acknowledged'))
  own.say(modern('last', 'tools/list'))
  own.leave()
  await own.ended
  expect(own.messages().at(-1)).toMatchObject({ id: 'last', result: { tools: expect.any(Array) } })
  await until(() => (service.counters.open.mcp === 0 ? true : undefined))
})

test('changes are told as they happen, until the agent gives its request up, which is not answered', async () => {
  const own = bridged()
  const { id } = await service.admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
  await settled(service)
  const uri = `roster://users/${id}`
  own.say(modern('s', 'subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }))
  await until(() => own.messages()[0])
  await service.admin.sdk.users.update(id, { name: 'Changed' })
  await until(() => own.messages().find(({ params }) => params?.uri === uri))
  own.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 's' } })
  await until(() => (service.counters.open.mcp === 0 ? true : undefined))
  own.leave()
  await own.ended
  expect(own.messages().filter((message) => message.id === 's')).toEqual([])
})

describe('what goes wrong is an answer of the protocol', () => {
  test.each<[what: string, line: string, answer: object]>([
    ['no JSON', '{', { id: null, error: { code: -32_700 } }],
    ['no message', '{"hello":1}', { id: null, error: { code: -32_700 } }],
    ['a batch', '[]', { id: null, error: { code: -32_700 } }],
    ['a method that is not there', JSON.stringify(modern(9, 'tools/drop')), { id: 9, error: { code: -32_601 } }],
    [
      'more than the service takes',
      JSON.stringify(modern(9, 'tools/call', { name: 'who_am_i', arguments: { text: 'x'.repeat(1_100_000) } })),
      { id: 9, error: { data: { code: 'payload-too-large' } } },
    ],
  ])('%s', async (_what, line, answer) => {
    const own = bridged()
    own.say('')
    own.say(line)
    own.leave()
    await own.ended
    expect(own.messages()).toMatchObject([answer])
  })

  test('a key that is no good, in the words of the service', async () => {
    const own = bridged(`${url}/mcp`, EXAMPLE_SECRET.replace(/^rk_/, 'rk_x'))
    own.say(modern(1, 'tools/list'))
    expect(await own.answer(1)).toMatchObject({ error: { code: -32_000, data: { code: 'unauthenticated' } } })
    own.leave()
    await own.ended
  })

  test('a connection that breaks before the answer has come', async () => {
    const broken = createServer((_request, response) => response.setHeader('content-type', 'text/event-stream').end())
    await once(broken.listen(0, '127.0.0.1'), 'listening')
    const own = bridged(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/mcp`)
    own.say(modern(1, 'tools/list'))
    expect(await own.answer(1)).toMatchObject({
      error: { code: -32_000, message: 'The connection broke before the answer had come. Send the request again.' },
    })
    own.leave()
    await own.ended
    broken.close()
  })

  test('nothing that listens, and a service that serves no agents', async () => {
    const nobody = bridged('http://127.0.0.1:9/mcp')
    const other = bridged(`${url}/nothing`)
    for (const one of [nobody, other]) {
      one.say(modern(1, 'tools/list'))
      one.leave()
    }
    expect((await nobody.answer(1)).error.message).toContain('Nothing answers at http://127.0.0.1:9/mcp.')
    expect((await other.answer(1)).error.message).toContain('setting MCP')
    await Promise.all([nobody.ended, other.ended])
  })
})
