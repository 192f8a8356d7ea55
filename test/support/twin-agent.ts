import type { AnyOperation } from '@roster/core/contract'
import type { Revision } from './agent.ts'
import type { World } from './world.ts'

/** Members by which a message of the current revision describes its sender. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'twin', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Options of a message. */
export interface Sending {
  params?: Record<string, unknown>
  /** Headers that replace the usual ones; undefined omits a header. */
  headers?: Record<string, string | undefined>
  /** Secret of the key that calls; null for none. Default: the administrator's. */
  key?: string | null
  revision?: Revision
  /** A body that replaces the message. */
  body?: unknown
}

/** An agent that calls the tools of a twin, and records requests and answers in the transcript. */
export class TwinAgent {
  readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** Sends a message, and resolves to the answer. */
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
    // The mock has no capabilities other than tools.
    if (answer?.result?.capabilities) answer.result.capabilities = '(capabilities)'
    // In the previous revision clients accept a stream in place of a message, so headers may differ.
    const shown = isCurrent ? transcript.shown(response.headers) : {}
    transcript.note({ request: { method, params, headers }, status: response.status, headers: shown, answer })
    return answer
  }

  call(name: string, input?: object, { params, ...sending }: Sending = {}) {
    return this.send('tools/call', { params: { name, ...(input && { arguments: input }), ...params }, ...sending })
  }

  /** Calls an operation under an idempotency key: by its own tool, or through `call_operation` when it has none. */
  callUnder(idempotencyKey: string, { name, agent }: AnyOperation, input: object) {
    if (agent) return this.call(agent.name, input, { params: { _meta: { idempotencyKey } } })
    return this.call('call_operation', { operation: name, input, idempotency_key: idempotencyKey })
  }

  /** Calls an operation by its name through `call_operation`, and by its own tool when it has one. */
  async callEach({ name, agent }: AnyOperation, input: object, sending?: Sending): Promise<void> {
    await this.call('call_operation', { operation: name, input, idempotency_key: 'once' }, sending)
    if (agent) await this.call(agent.name, input, sending)
  }
}

/** Parses a message, alone or in a stream. Texts in the message that are JSON are parsed too. */
function read(text: string): any {
  const json = text.replace(/^event: message\ndata: (.*)\n\n$/s, '$1')
  if (json === '') return undefined
  return JSON.parse(json, (name, value) => (name === 'text' && /^[{[]/.test(value) ? JSON.parse(value) : value))
}
