import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  specTypeSchemas,
} from '@modelcontextprotocol/server'
import { badParameter, wholeList } from '@roster/core/contract'

/** Schemas of the requests whose bad parameters the official package reports as its own fault, or with a list of issues. */
const REQUESTS = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/** The server of the official package. It names the first fault in the parameters of a request, in one sentence. */
export class AgentServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const handle = super._wrapHandler(method, handler)
    return async (request, context) => {
      requireGood(method, request)
      return handle(request, context)
    }
  }
}

function requireGood(method: string, request: JSONRPCRequest): void {
  if (!(method in REQUESTS)) return
  const { issues } = REQUESTS[method as keyof typeof REQUESTS]['~standard'].validate(request)
  const [first] = issues ?? []
  if (first) throw wrong(method, pathOf(first.path), first.message)
  // Lists give no cursor, so any cursor is -32602 (2025-11-25 and 2026-07-28, pagination, error handling).
  if (LIST.test(method) && request.params?.['cursor']) throw wrong(method, 'params.cursor', wholeList)
}

const LIST = /\/list$/

const wrong = (method: string, path: string, fault: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, badParameter(method, path, fault))

const pathOf = (path: readonly unknown[] = []): string =>
  path.map((step) => String((step as { key?: unknown }).key ?? step)).join('.')
