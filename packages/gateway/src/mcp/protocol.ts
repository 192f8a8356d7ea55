import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  createMcpHandler,
  type Implementation,
  type McpHttpHandler,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type ServerEventBus,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { agentInstructions, listLifetime, unknownTool } from '@roster/core/contract'
import type { Signer } from '@roster/core/server'
import { AgentServer } from './agent-server.ts'
import type { Answered } from './confirmation.ts'
import { callConfirmed } from './confirmed-call.ts'
import { readResource } from './read-resource.ts'
import type { AgentResources } from './resources.ts'
import { serveTasks, takesTasks, TASKS } from './serve-tasks.ts'
import type { Tasks } from './tasks.ts'
import type { Tool, ToolCall } from './tool.ts'
import { logToolAlone } from './tool-log.ts'

/** The context and log of a request, which tools receive. */
export type Caller = Pick<ToolCall, 'context' | 'log'>

/** The tools, resources and tasks that agents are offered. */
export interface Offered {
  tools: ReadonlyMap<string, Tool>
  resources: AgentResources
  tasks: Tasks
  /** Signs the state of questions to users. */
  signer: Signer
  /** Whether agents can subscribe to changes of resources. */
  areFollowed: boolean
}

/** How long a client may cache lists of tools and resources. */
const LISTED = { ttlMs: listLifetime, cacheScope: 'private' } as const

/**
 * Returns a function that makes handlers of the protocol for the offered parts, in every revision that the official package knows. Each request is handled by
 * itself: there are no sessions. A stream has a source of changes of its own.
 */
export function protocolsOf(
  offered: Offered,
  serverInfo: Implementation,
  onerror: (error: Error) => void,
): (changes?: ServerEventBus) => McpHttpHandler {
  const capabilities = capabilitiesOf(offered)
  const options: ServerOptions = {
    instructions: agentInstructions,
    cacheHints: { 'tools/list': LISTED, 'resources/list': LISTED, 'resources/templates/list': LISTED },
    // Shared by all servers: a validator is costly to make, and every request has its own server.
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  }
  const serve = handlersOf(offered)
  const factory = (request: McpRequestContext) => {
    const own = { ...options, capabilities: capabilities[request.era] }
    const server = new AgentServer(serverInfo, own)
    serve(server, request)
    return server
  }
  return (changes) => createMcpHandler(factory, { onerror, ...(changes && { bus: changes }) })
}

/** Returns the capabilities by revision. The revision before has neither streams without sessions nor the extension Tasks. */
function capabilitiesOf({
  areFollowed,
}: Offered): Record<McpRequestContext['era'], NonNullable<ServerOptions['capabilities']>> {
  return {
    modern: { tools: {}, resources: areFollowed ? { subscribe: true } : {}, extensions: { [TASKS]: {} } },
    legacy: { tools: {}, resources: {} },
  }
}

/** Returns a function that sets the request handlers of a server, for the caller of its request. */
function handlersOf({ tools, resources, tasks, signer }: Offered) {
  const list = { tools: [...tools.values()].map(({ description }) => description) }
  const resourceList = { resources: [...resources.list] }
  const templateList = { resourceTemplates: [...resources.templates] }

  return (server: AgentServer, { era, authInfo }: McpRequestContext): void => {
    const caller = callerIn(authInfo)
    server.setRequestHandler('tools/list', () => list)
    server.setRequestHandler('resources/list', () => resourceList)
    server.setRequestHandler('resources/templates/list', () => templateList)
    server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
      readResource(resources, params.uri, { ...caller, ...callOf(mcpReq) }),
    )
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const call = { ...caller, ...callOf(mcpReq), input: params.arguments }
      const tool = tools.get(params.name)
      if (!tool) {
        await logToolAlone(call, params.name, false)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name))
      }
      const called = await callConfirmed(tool, call, answeredIn(mcpReq), signer)
      if ('question' in called) return called.question
      const { result, operation } = called
      const begun = operation && takesTasks(mcpReq) && tasks.begunBy(operation, result, caller.context.now())
      return begun ? ({ resultType: 'task', ...begun } as unknown as CallToolResult) : result
    })
    if (era === 'modern') serveTasks(server, tasks, ({ mcpReq }) => ({ ...caller, ...callOf(mcpReq) }))
  }
}

type AuthInfo = NonNullable<Parameters<McpHttpHandler['fetch']>[1]>['authInfo']

/** Returns the auth info that carries the caller through the protocol. The package does not see the credential. */
export const authInfoOf = (caller: Caller): AuthInfo => ({ token: '', clientId: '', scopes: [], extra: { caller } })

const callerIn = (authInfo: AuthInfo): Caller => authInfo!.extra!['caller'] as Caller

/** Returns the members of a call that a request has besides the arguments. */
function callOf({
  _meta,
  envelope,
}: ServerContext['mcpReq']): Pick<ToolCall, 'idempotencyKey' | 'traceparent' | 'agent'> {
  const { idempotencyKey, traceparent } = _meta ?? {}
  return { idempotencyKey, traceparent, agent: agentIn(envelope) }
}

/** Returns the parts of a request that concern questions. The revision before has questions in sessions only, which are not served. */
function answeredIn({ envelope, inputResponses, requestState }: ServerContext['mcpReq']): Answered {
  const capabilities = (envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]
  return { capabilities: capabilities as ClientCapabilities | undefined, inputResponses, requestState: requestState() }
}

/** Returns the name of the client in the metadata of a request; undefined when there is none. */
export const agentIn = (meta: object | undefined): string | undefined =>
  (meta as Record<string, { name?: string } | undefined> | undefined)?.[CLIENT_INFO_META_KEY]?.name
