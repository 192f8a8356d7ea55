import type { AnyOperation } from '@roster/core/contract'
import type { Revision } from './agent.ts'
import type { World } from './world.ts'

/** What a message of the current revision says of who sends it. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'twin', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** How a message is sent. */
export interface Sending {
  params?: Record<string, unknown>
  /** In place of the usual ones; undefined for one that is left out. */
  headers?: Record<string, string | undefined>
  /** Secret of the key that calls; null for none. Default: the administrator's. */
  key?: string | null
  revision?: Revision
  /** In place of the message. */
  body?: unknown
}

/** Somebody who calls the tools of a twin. What is asked and answered is noted. */
export class TwinAgent {
  readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** Sends a message, and resolves to what is answered. */
  async send(method: string, { params = {}, headers = {}, key, revision = '2026-07-28', body }: Sending = {}) {
    const { twin, transcript } = this.world
    const isCurrent = revision === '2026-07-28'
    const _meta = { ...(isCurrent && META), ...(params['_meta'] as object | undefined) }
    const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
    const name = typeof params['name'] === 'string' ? params['name'] : undefined
    const sent = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      ...(isCurrent && { 'mcp-method': method, 'mcp-name': name }),
      ...(key !== null && { 'x-api-key': key ?? twin.adminKey }),
      ...headers,
    }
    const response = await twin.fetch('/mcp', {
      method: 'POST',
      headers: JSON.parse(JSON.stringify(sent)) as Record<string, string>,
      body: typeof body === 'string' ? body : JSON.stringify(body ?? message),
    })
    const answer = read(await response.text())
    // The mock has tools alone.
    if (answer?.result?.capabilities) answer.result.capabilities = '(capabilities)'
    // A client of the revision before takes a stream for a message.
    const shown = isCurrent ? transcript.shown(response.headers) : {}
    transcript.note({ request: { method, params, headers }, status: response.status, headers: shown, answer })
    return answer
  }

  call(name: string, input?: object, { params, ...sending }: Sending = {}) {
    return this.send('tools/call', { params: { name, ...(input && { arguments: input }), ...params }, ...sending })
  }

  /** Calls an operation by its name, and by that of its tool where it is one. */
  async callEach({ name, agent }: AnyOperation, input: object, sending?: Sending): Promise<void> {
    await this.call('call_operation', { operation: name, input, idempotency_key: 'once' }, sending)
    if (agent) await this.call(agent.name, input, sending)
  }
}

/** A message, alone or in a stream, with the texts in it that are JSON as what they stand for. */
function read(text: string): any {
  const json = text.replace(/^event: message\ndata: (.*)\n\n$/s, '$1')
  if (json === '') return undefined
  return JSON.parse(json, (name, value) => (name === 'text' && /^[{[]/.test(value) ? JSON.parse(value) : value))
}
