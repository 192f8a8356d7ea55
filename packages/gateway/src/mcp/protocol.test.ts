import { agentServer } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { authInfoOf, protocolsOf } from './protocol.ts'

const LISTS = { list: [], templates: [] }

/** What a client is told in the current revision that it can do, and how it may keep what it is told. */
async function told(method: string, areFollowed = true) {
  const offered = { tools: new Map(), resources: LISTS, tasks: {}, areFollowed } as never
  const protocol = protocolsOf(offered, agentServer('roster', 'Roster'), () => {})()
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
  }
  const request = new Request('http://localhost/mcp', { method: 'POST', headers })
  const parsedBody = { jsonrpc: '2.0', id: 1, method, params: { _meta } }
  const response = await protocol.fetch(request, { parsedBody, authInfo: authInfoOf({} as never)! })
  return ((await response.json()) as { result: unknown }).result
}

test.each([
  [true, { subscribe: true }],
  [false, {}],
])('a client is told whether it can follow records: %s', async (areFollowed, resources) => {
  const { capabilities } = (await told('server/discover', areFollowed)) as { capabilities: object }
  expect(capabilities).toEqual({ tools: {}, resources, extensions: { 'io.modelcontextprotocol/tasks': {} } })
})

test.each(['tools/list', 'resources/list', 'resources/templates/list'])(
  '%s may be kept for an hour, by its reader alone',
  async (method) => {
    expect(await told(method)).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' })
  },
)
