import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  type Implementation,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { Naming } from '@roster/core/contract'
import type { Tool, ToolCall } from './tool.ts'

/** Who makes a request, as far as a tool is told. */
export type Caller = Pick<ToolCall, 'context' | 'log'>

/** How long a client may keep the list of tools, in milliseconds: it changes with a release alone. */
const LIST_LIFETIME = 3_600_000

const INSTRUCTIONS =
  'Ids are opaque: find them, never make them up. A result with `isError` is a problem with its `errors` by member and a `next_step`: follow that before you call again. Lists go on by `next_cursor`, and `fields` keeps them short.' // prettier-ignore

/** Speaks the protocol about some tools, in every revision that the official package knows. Each request is answered by itself: there are no sessions. */
export function protocolOf(
  tools: ReadonlyMap<string, Tool>,
  serverInfo: Implementation,
  onerror: (error: Error) => void,
): McpHttpHandler {
  const list = { tools: [...tools.values()].map(({ description }) => description) }
  const options: ServerOptions = {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    cacheHints: { 'tools/list': { ttlMs: LIST_LIFETIME, cacheScope: 'private' } },
    // It is costly to make, and every request has a server of its own.
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  }
  return createMcpHandler(
    ({ authInfo }) => {
      const server = new Server(serverInfo, options)
      server.setRequestHandler('tools/list', () => list)
      server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
        const tool = tools.get(params.name)
        if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name))
        return tool.call({ ...callerIn(authInfo), ...callOf(mcpReq), input: params.arguments })
      })
      return server
    },
    { onerror },
  )
}

/** What the service calls itself, with the version of the API as its document says. */
export const serverInfoOf = ({ title, slug }: Naming): Implementation => ({ name: slug, title, version: '1.0.0' })

const unknownTool = (name: string) =>
  `There is no tool ${JSON.stringify(name.slice(0, 64))}. tools/list names them, and search_operations finds what is none.`

type AuthInfo = NonNullable<Parameters<McpHttpHandler['fetch']>[1]>['authInfo']

/** Hands the caller through the protocol. The package is told nothing of the credential. */
export const authInfoOf = (caller: Caller): AuthInfo => ({ token: '', clientId: '', scopes: [], extra: { caller } })

const callerIn = (authInfo: AuthInfo): Caller => authInfo!.extra!['caller'] as Caller

/** What a request says of its call besides the arguments. */
function callOf({ _meta, envelope }: ServerContext['mcpReq']): Pick<ToolCall, 'idempotencyKey' | 'agent'> {
  return {
    idempotencyKey: _meta?.['idempotencyKey'],
    agent: (envelope as Record<string, { name?: string } | undefined> | undefined)?.[CLIENT_INFO_META_KEY]?.name,
  }
}
