import { agentServer } from '@roster/core/contract'
import { describe, expect, test } from 'vitest'
import { answerTo, plainCallOf } from './plain-call.ts'
import { authInfoOf, protocolsOf } from './protocol.ts'
import type { Tool } from './tool.ts'

const RESULT = { content: [{ type: 'text' as const, text: '{"a":1}' }], structuredContent: { a: 1 } }
const TOOL: Tool = {
  description: { name: 'get_user', inputSchema: { type: 'object' } },
  targetOf: () => undefined,
  call: async ({ input, idempotencyKey, agent }) => ({
    result: { ...RESULT, structuredContent: { input, idempotencyKey, agent } },
  }),
}
const SERVER = agentServer('roster', 'Roster')
const NONE = { find: () => undefined, list: [], templates: [] }
const OFFERED = { tools: new Map([['get_user', TOOL]]), resources: NONE, tasks: {}, areFollowed: false } as never
const protocol = protocolsOf(OFFERED, SERVER, () => {})()

const BASE = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const HEADERS = {
  ...BASE,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'get_user',
}
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
}
const PARAMS = { name: 'get_user', arguments: { user_id: 'a' } }
const message = (params: object = {}, more: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { ...PARAMS, _meta: META, ...params },
  ...more,
})
const BEFORE = { ...BASE, 'mcp-protocol-version': '2025-11-25' }

/** What the official package answers, be it a message or a stream with one. */
async function byPackage(body: unknown, headers: Record<string, string>) {
  const request = new Request('http://localhost/mcp', { method: 'POST', headers })
  const caller = authInfoOf({} as never)!
  const response = await protocol.fetch(request, { parsedBody: body, authInfo: caller })
  const text = await response.text()
  return { status: response.status, message: text.replace(/^event: message\ndata: (.*)\n\n$/, '$1') }
}

test.each<[what: string, body: object, headers: Record<string, string>]>([
  ['in the current revision', message(), HEADERS],
  ['by a client that does not say its name', message({ _meta: { ...META, 'io.modelcontextprotocol/clientInfo': undefined } }), HEADERS], // prettier-ignore
  ['with a key', message({ _meta: { ...META, idempotencyKey: 'a' } }, { id: 'one' }), HEADERS],
  ['without arguments', message({ arguments: undefined }), HEADERS],
  ['in the revision before', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: PARAMS }, BEFORE],
  ['in that with a key', message({ _meta: { idempotencyKey: 'a' } }), BEFORE],
])('a call %s is answered as the official package answers it', async (_what, body, headers) => {
  const sent = JSON.parse(JSON.stringify(body))
  const call = plainCallOf(sent, headers)!
  const { result } = await TOOL.call({ ...call } as never)
  const answer = answerTo(call, result, SERVER)
  expect({ status: 200, message: answer }).toEqual(await byPackage(sent, headers))
})

const envelope = (more: object) => message({ _meta: { ...META, ...more } })

describe('what the official package refuses is no plain call', () => {
  test.each<[what: string, body: unknown, headers?: Record<string, string>]>([
    ['no message', {}],
    ['another version of JSON-RPC', message({}, { jsonrpc: '1.0' })],
    ['an identifier that is none', message({}, { id: {} })],
    ['arguments that are no object', message({ arguments: [] })],
    ['no name', message({ name: undefined })],
    ['another revision', envelope({ 'io.modelcontextprotocol/protocolVersion': '2031-01-01' })],
    ['no capabilities', envelope({ 'io.modelcontextprotocol/clientCapabilities': undefined })],
    ['capabilities that are none', envelope({ 'io.modelcontextprotocol/clientCapabilities': { elicitation: 'yes' } })],
    ['capabilities without a form', envelope({ 'io.modelcontextprotocol/clientCapabilities': 1 })],
    ['a client without a version', envelope({ 'io.modelcontextprotocol/clientInfo': { name: 'agent' } })],
    ['a level that there is not', envelope({ 'io.modelcontextprotocol/logLevel': 'loud' })],
    ['a token of progress that is none', envelope({ progressToken: {} })],
    ['no header with the revision', message(), { ...HEADERS, 'mcp-protocol-version': undefined! }],
    ['another revision in the header', message(), { ...HEADERS, 'mcp-protocol-version': '2025-11-25' }],
    ['no header with the method', message(), { ...HEADERS, 'mcp-method': undefined! }],
    ['another method in the header', message(), { ...HEADERS, 'mcp-method': 'tools/list' }],
    ['no header with the name', message(), { ...HEADERS, 'mcp-name': undefined! }],
    ['another name in the header', message(), { ...HEADERS, 'mcp-name': 'delete_user' }],
    ['another type of body', message(), { ...HEADERS, 'content-type': 'text/plain' }],
    ['no envelope', message({ _meta: undefined }), HEADERS],
    ['no stream, in the revision before', message({ _meta: undefined }), { ...BEFORE, accept: 'application/json' }],
    ['a revision that never was', message({ _meta: undefined }), { ...BEFORE, 'mcp-protocol-version': '2025-11-26' }],
  ])('%s', async (_what, body, headers = HEADERS) => {
    const sent = JSON.parse(JSON.stringify(body))
    const given = JSON.parse(JSON.stringify(headers))
    const { status, message: refusal } = await byPackage(sent, given)
    expect({ status, refusal: JSON.parse(refusal) }).toMatchObject({ refusal: { error: expect.any(Object) } })
    expect(plainCallOf(sent, given)).toBeUndefined()
  })
})

test.each<[what: string, body: unknown, headers?: Record<string, string>]>([
  ['another method', message({}, { method: 'tools/list' })],
  ['the answer to a question', message({ inputResponses: {}, requestState: 'a' })],
  ['a level of logging', envelope({ 'io.modelcontextprotocol/logLevel': 'info' })],
  ['an earlier revision', message({ _meta: undefined }), { ...BEFORE, 'mcp-protocol-version': '2025-06-18' }],
  ['a name in another coding', message(), { ...HEADERS, 'mcp-name': '=?base64?Z2V0X3VzZXI=?=' }],
])('%s is left to the official package', (_what, body, headers = HEADERS) => {
  expect(plainCallOf(JSON.parse(JSON.stringify(body)), headers)).toBeUndefined()
})
