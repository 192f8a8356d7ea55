import { agentInstructions, agentServer, listLifetime, unknownTool } from '#core/contract/agent-description'
import { isOfThisMachine, unlistedPage } from '#gateway/http/page-origin'
import { readBody } from '../body.ts'
import { agentMechanisms, authenticate, requirePresent } from '../credentials.ts'
import { Problem } from '../problem.ts'
import type { HttpResponse } from '../response.ts'
import { agentTables } from './agent-tables.ts'
import type { AgentCall, AgentExchange } from './exchange.ts'
import { type Message, MessageRefused, messageIn, resultMessage, REVISIONS } from './message.ts'
import type { MockedAgents } from './mocked-agents.ts'
import { callTool, toolList } from './tools.ts'

/**
 * Responds to a message of an agent as the service does, in both revisions of the Model Context Protocol. Throws the `Problem` of a request that contains no
 * message.
 */
export async function answerAgent(exchange: AgentExchange, mocked: MockedAgents): Promise<HttpResponse> {
  const agents = agentTables(mocked)
  const { request, service, time } = exchange
  requireListedPage(request.headers['origin'], exchange)
  const principal = authenticate(request, { ...service, time }, agentMechanisms(agents.scopes))
  requirePresent(principal, service)
  const body = readBody(request)
  exchange.messageId = idIn(body)
  if (body === undefined || Array.isArray(body))
    throw new Problem('bad-request', 'The body must be one message of JSON-RPC 2.0, and no batch.')
  const { method } = (body ?? {}) as { method?: unknown }
  const isCall = method === 'tools/call'
  if (!isCall) exchange.count('GET', principal)
  try {
    const message = messageIn(body, request)
    if (!message) return { status: 202, headers: NOT_STORED, body: undefined, isRepresentation: false }
    return inJson(200, await answerTo(message, { exchange, agents, principal }))
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    // The call was refused before it reached an operation.
    if (isCall) exchange.count('GET', principal)
    const { status, code, message, data, id } = error
    return inJson(status, { jsonrpc: '2.0', error: { code, message, ...(data && { data }) }, id })
  }
}

/** Throws `forbidden` for a page of another origin. Pages of the service and of this machine may call, as in development. */
function requireListedPage(origin: string | undefined, { application, baseUrl }: AgentExchange): void {
  if (origin === undefined || origin === new URL(baseUrl).origin || isOfThisMachine(origin)) return
  throw new Problem('forbidden', unlistedPage(origin, `${application.spec.name.toUpperCase()}_`))
}

/** Returns the identifier of a message; null if it has none. */
function idIn(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

const NOT_STORED = { 'cache-control': 'no-store' }

function inJson(status: number, message: object): HttpResponse {
  const headers = { ...NOT_STORED, 'content-type': 'application/json; charset=utf-8' }
  return { status, headers, body: JSON.stringify(message), isRepresentation: false }
}

type Caller = Omit<AgentCall, 'input' | 'key'>

/** Returns the response to a message. Throws `MessageRefused` for an unknown method or tool. */
async function answerTo(message: Message, caller: Caller): Promise<object> {
  const { method, isCurrent, id } = message
  const { name, title } = caller.exchange.application.spec
  const server = agentServer(name, title)
  const result = (content: object, lifetime?: number) => resultMessage(message, content, { server, lifetime })
  const said = { capabilities: { tools: {} }, instructions: agentInstructions }

  if (method === 'tools/call') return result(await called(message, caller))
  if (method === 'tools/list') return result({ tools: toolList(caller.agents) }, listLifetime)
  if (isCurrent && method === 'server/discover') return result({ supportedVersions: REVISIONS.current, ...said }, 0)
  if (!isCurrent && method === 'ping') return result({})
  if (!isCurrent && method === 'initialize')
    return result({ protocolVersion: REVISIONS.agreed(message.params['protocolVersion']), serverInfo: server, ...said })
  throw new MessageRefused(isCurrent ? 404 : 200, -32_601, 'Method not found', { id })
}

/** Calls the tool that a message names. Throws `MessageRefused` for an unknown tool. */
async function called({ id, params }: Message, caller: Caller): Promise<object> {
  const { name, arguments: input, _meta: meta } = params as unknown as CallParameters
  const result = await callTool(name, { ...caller, input, key: meta?.['idempotencyKey'] })
  if (!result) throw new MessageRefused(200, -32_602, unknownTool(name), { id })
  return result
}

interface CallParameters {
  name: string
  arguments?: Record<string, unknown>
  _meta?: Record<string, unknown>
}
