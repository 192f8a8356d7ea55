import { ask } from '@roster/test/mcp'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: Service
beforeAll(async () => {
  service = await startService({ mcp: true })
})
afterAll(() => service.stop())

const HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
const CLIENT = { name: 'raw', version: '1' }

/** Sends a message in the revision before, and resolves to the error in the stream that answers it. */
async function errorBefore(method: string, params?: object) {
  const { body } = await service.admin.rest('POST /mcp', { jsonrpc: '2.0', id: 1, method, params }, HEADERS)
  return JSON.parse(body.replace(/^event: message\ndata: /, '')).error
}

const refused = (told: string) => ({
  code: -32_602,
  message: `${told}. Send what the protocol says of this request.`,
})

test.each<[method: string, params: Record<string, unknown>, told: string]>([
  ['tools/list', { cursor: 1 }, 'params.cursor of tools/list is wrong: expected string, received number'],
  ['tools/call', { name: 'who_am_i', arguments: 'a' }, 'params.arguments of tools/call is wrong: expected record, received string'],
  ['resources/list', { cursor: {} }, 'params.cursor of resources/list is wrong: expected string, received object'],
  ['resources/templates/list', { cursor: [] }, 'params.cursor of resources/templates/list is wrong: expected string, received array'],
  ['tools/list', { cursor: 'x' }, 'params.cursor of tools/list is wrong: the list comes whole, so that no cursor leads on'],
  ['resources/list', { cursor: 'x' }, 'params.cursor of resources/list is wrong: the list comes whole, so that no cursor leads on'],
  ['resources/read', {}, 'params.uri of resources/read is wrong: expected string, received undefined'],
])('of a request, here %s with %j, it is said in a sentence what is wrong, in both revisions', async (method, params, told) => {
  expect(await ask(service.admin, method, params)).toMatchObject({ status: 200, body: { error: refused(told) } })
  expect(await errorBefore(method, params)).toEqual(refused(told))
}) // prettier-ignore

test.each<[params: Record<string, unknown> | undefined, told: string]>([
  [undefined, 'params of initialize is wrong: expected object, received undefined'],
  [{}, 'params.protocolVersion of initialize is wrong: expected string, received undefined'],
  [{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { ...CLIENT, version: 1 } }, 'params.clientInfo.version of initialize is wrong: expected string, received number'],
])('a conversation that begins with %j is told so too', async (params, told) => {
  expect(await errorBefore('initialize', params)).toEqual(refused(told))
}) // prettier-ignore

test.each(['tools/list', 'resources/list', 'resources/templates/list'])(
  '%s begins at an empty cursor',
  async (method) => {
    const { body } = await ask(service.admin, method, { cursor: '' })
    expect([body.error, body.result.nextCursor]).toEqual([undefined, undefined])
  },
)
