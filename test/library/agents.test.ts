import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentOf } from '../support/agent.ts'
import { basicOf } from '../support/oauth.ts'
import { over } from '../support/protocols.ts'
import { BASE_URL, holdDate, type Service, startService } from '../support/service.ts'
import { adminOf, fill } from '../support/subject.ts'
import { library } from './library.ts'

const MCP = `${BASE_URL}/mcp`

let service: Service
beforeAll(async () => {
  const { application, open } = library
  service = await startService({ application, open, mcp: true })
  await fill(service)
  // The authorization server goes by the time of the machine.
  holdDate(service)
})
afterAll(() => service.stop())

/** A token of a client that may have these scopes, asked for with these parameters. */
async function tokenFor(scopes: string[], parameters: Record<string, string>): Promise<string> {
  const client = { name: 'Agent', type: 'confidential', grant_types: ['client_credentials'], scopes }
  const { body: registered } = await over('REST', adminOf(service))('oauthClients.create', client)
  const { statusCode, json } = await service.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { authorization: basicOf(registered), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'client_credentials', ...parameters }).toString(),
  })
  expect(statusCode).toBe(200)
  return json().access_token
}

test('agents of another application get tokens for its own address, scopes and tools', async () => {
  const token = await tokenFor(['read:books', 'write:books', 'read:events'], { resource: MCP, scope: 'read:books' })
  expect(decodeJwt(token)).toMatchObject({ aud: MCP, scope: 'read:books' })
  const agent = await agentOf(service.app, { authorization: `Bearer ${token}` })
  const { body } = await agent.call('call_operation', { operation: 'books.list', input: { limit: 1 } })
  expect(body.data).toHaveLength(1)
  expect(await service.sending({ authorization: `Bearer ${token}` }).rest('GET /api/books')).toMatchObject({
    status: 401,
  })
})

test('and are told which scopes of it to begin with, and which they lack', async () => {
  const { headers } = await service.anonymous.rest('POST /mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })
  expect([headers['www-authenticate']].flat()[0]).toMatch(/^Bearer realm="library", scope="[^"]*read:events[^"]*"/)
  const token = await tokenFor(['read:books', 'read:events'], { resource: MCP, scope: 'read:books' })
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_changes', arguments: { type: 'book.lent,person.added' } },
  }
  const accept = 'application/json, text/event-stream'
  const protocol = { accept, 'mcp-protocol-version': '2025-11-25' }
  const caller = service.sending({ authorization: `Bearer ${token}` })
  const { status, headers: refused } = await caller.rest('POST /mcp', message, protocol)
  expect({ status, challenge: refused['www-authenticate'] }).toEqual({
    status: 403,
    challenge: expect.stringContaining('error="insufficient_scope", scope="read:events read:people"'),
  })
})
