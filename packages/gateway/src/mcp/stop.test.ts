import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { addressOf } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A service that does no write until it is told to. */
async function startHeld() {
  const gate = Promise.withResolvers<void>()
  const held = { waiting: 0, letIn: gate.resolve }
  const spend = async (quota: string) => {
    if (quota !== 'write') return {}
    held.waiting++
    await gate.promise
    return {}
  }
  const limiter = { spend, peek: async () => ({}) } as never
  return { held, stopping: await startService({ mcp: true, beside: service, limiter }) }
}

/** The head of a call that creates a user, and what its body is to be. */
function callAt(url: string, key: string, email: string) {
  const input = { name: 'Ada', email, role: 'viewer' }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'call_operation', arguments: { operation: 'users.create', input }, _meta }
  const body = JSON.stringify({ jsonrpc: '2.0', id: email, method: 'tools/call', params })
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'call_operation',
  }
  const head = request(`${url}/mcp`, { method: 'POST', headers, agent: false })
  head.flushHeaders()
  const answer = once(head, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response!.statusCode,
    body: await text(response!),
  }))
  return { email, answer, sendBody: () => head.end(body) }
}

test('calls in flight when the service stops are answered whole, as are those whose bodies come after that', async () => {
  const { held, stopping } = await startHeld()
  const url = await addressOf(stopping.app)
  const { secret } = await service.admin.sdk.apiKeys.create({
    name: 'Key',
    role: 'admin',
    scopes: ['write:users', 'read:users'],
  })
  const inFlight = callAt(url, secret, 'in-flight@example.com')
  inFlight.sendBody()
  await expect.poll(() => held.waiting).toBe(1)
  const late = callAt(url, secret, 'late@example.com')
  await once(stopping.app.server, 'request')
  const closed = stopping.app.close()
  await expect.poll(() => stopping.app.server.listening).toBe(false)
  held.letIn()
  late.sendBody()
  for (const call of [inFlight, late]) {
    const { status, body } = await call.answer
    expect({ status, body }).toEqual({ status: 200, body: expect.stringContaining(call.email) })
  }
  await closed
})
