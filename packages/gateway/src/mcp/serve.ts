import { type Performer } from '@roster/core'
import { agentServer, isForAgents, Problem, problemDetails } from '@roster/core/contract'
import type { Signer } from '@roster/core/server'
import type { McpHttpHandler, ServerEventBus } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureOf } from '../context/failure.ts'
import { type Gateway, originOf, type RequestContext, requestContext } from '../context/request-context.ts'
import type { AllowsOrigin } from '../http/cors.ts'
import { headersOf } from '../problems/challenge.ts'
import { jsonRpcCode } from './json-rpc-code.ts'
import { MCP_PATH } from './path.ts'
import { type Followed, followedIn, listen, withUris } from './listen.ts'
import { answerTo, plainCallOf } from './plain-call.ts'
import { authInfoOf, protocolsOf } from './protocol.ts'
import { type EventSource, resourcesOf } from './resources.ts'
import { requireAttainableScopes } from './step-up.ts'
import { tasksOf } from './tasks.ts'
import { answersAtOnce } from './tool.ts'
import { toolsOf } from './tools.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the tools of this request are called with; set once the caller is known. */
    agentContext: RequestContext | null
  }
}

/** What of a request the protocol reads. Its credential is none of that. */
const HEADER = /^(?:accept|content-type|mcp-.+)$/

/** What agents are served with besides. */
interface Beside {
  allowsOrigin: AllowsOrigin
  channels: Followed['channels'] | undefined
  /** Signs questions to those behind agents. */
  signer: Signer
}

/**
 * Serves operations to agents, over the Streamable HTTP of the Model Context Protocol. Every request needs a credential, which is looked at before
 * its body is read.
 */
export function serveMcp(
  app: FastifyInstance,
  all: readonly Performer[],
  sources: readonly EventSource[],
  gateway: Gateway,
  { allowsOrigin, channels, signer }: Beside,
): void {
  const { baseUrl, basePath, naming, logger, connections } = gateway
  const performers = all.filter(({ operation }) => isForAgents(operation))
  const resources = resourcesOf(performers, naming, basePath, sources)
  const followed = connections && channels && { connections, channels, resources }
  const tools = toolsOf(performers)
  const tasks = tasksOf(performers, resources)
  const offered = { tools, resources, tasks, signer, areFollowed: followed !== undefined }
  const serverInfo = agentServer(naming.slug, naming.title)
  const protocolWith = protocolsOf(offered, serverInfo, (error) => logger.debug({ err: error }, 'An agent was refused'))
  const protocol = protocolWith()
  const { origin } = new URL(baseUrl)

  /** The message that answers a plain call of a tool; undefined for all that the official package is to answer. */
  async function answerInPlace({ body, headers, log }: FastifyRequest, context: RequestContext) {
    const call = plainCallOf(body, headers)
    const tool = call && tools.get(call.name)
    if (!tool || !answersAtOnce(tool)) return undefined
    const { result } = await tool.call({ ...call, context, log })
    return answerTo(call, result, serverInfo)
  }

  const askPackage = (request: FastifyRequest, reply: FastifyReply, context: RequestContext) => {
    const authInfo = authInfoOf({ context, log: request.log })!
    return ({ fetch }: McpHttpHandler, parsedBody: unknown) =>
      fetch(webRequest(request, reply, baseUrl), { authInfo, parsedBody })
  }

  /** What has come to no operation, which would count, is a read. */
  async function answer(request: FastifyRequest, reply: FastifyReply, context: RequestContext) {
    const counting = countingOf(context)
    const response = await askPackage(request, reply, counting)(protocol, request.body)
    if (!counting.isCounted()) await context.admit({ method: 'GET' })
    return send(reply, response)
  }

  async function follow(request: FastifyRequest, reply: FastifyReply, context: RequestContext, uris: Set<string>) {
    const ask = askPackage(request, reply, context)
    const answerFrom = (source: ServerEventBus) => {
      const own = protocolWith(source)
      return { protocol: own, response: ask(own, withUris(request.body, uris)) }
    }
    const refused = await listen({ request, reply, context, uris, answer: answerFrom }, followed!)
    return refused ? send(reply, refused) : reply
  }

  app.decorateRequest('agentContext', null)
  app.addHook('preClose', () => protocol.close())

  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => refuse(error, request, reply, gateway))
    scope.route({
      method: 'POST',
      url: MCP_PATH,
      config: { quota: 'caller' },
      async onRequest(request, reply) {
        const { headers } = request
        if (headers.origin !== undefined && headers.origin !== origin && !allowsOrigin(headers.origin))
          throw foreignOrigin(headers.origin)
        request.agentContext = requestContext(gateway, originOf(request, reply))
        await request.agentContext.identify()
      },
      async handler(request, reply) {
        const context = request.agentContext!
        requireOneMessage(request.body)
        await requireAttainableScopes(offered, request.body, context, request.log)
        const message = await answerInPlace(request, context)
        if (message !== undefined) return sendJson(reply, message)
        const uris = followed && followedIn(request.body, resources)
        return uris ? follow(request, reply, context, uris) : answer(request, reply, context)
      },
    })
  })
}

/** The same context, which knows whether a call has counted against a quota. */
function countingOf(context: RequestContext): RequestContext & { isCounted(): boolean } {
  let isCounted = false
  const admit: RequestContext['admit'] = (needs) => {
    isCounted = true
    return context.admit(needs)
  }
  return { ...context, admit, isCounted: () => isCounted }
}

function requireOneMessage(body: unknown): void {
  if (body === undefined || Array.isArray(body))
    throw new Problem('bad-request', 'The body must be one message of JSON-RPC 2.0, and no batch.')
}

/** A page of somebody else's that has reached this address by a name of its own (DNS rebinding). */
const foreignOrigin = (origin: string) =>
  new Problem('forbidden', `Pages of ${origin.slice(0, 255)} may not call. The operator can list them in CORS_ORIGINS.`)

/** The request as the official package reads it. It ends when the client goes away. */
function webRequest({ headers }: FastifyRequest, reply: FastifyReply, baseUrl: string): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const read = Object.entries(headers).filter(([name]) => HEADER.test(name)) as [string, string][]
  return new Request(baseUrl + MCP_PATH, { method: 'POST', headers: read, signal: gone.signal })
}

/** Sends what the package answers: one message whole, a stream as it comes. */
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const type = answer.headers.get('content-type')
  if (type === 'text/event-stream') return reply.header('cache-control', 'no-store').send(answer)
  reply.code(answer.status)
  return type === null ? reply.header('cache-control', 'no-store').send() : sendJson(reply, await answer.text())
}

/** Sends one message. */
const sendJson = (reply: FastifyReply, message: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(message)

/** Answers with an error of JSON-RPC that has the problem details as its data. */
async function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): Promise<FastifyReply> {
  const problem = await failureOf(error, request, reply, gateway)
  const { baseUrl, naming } = gateway
  const data = problemDetails(problem, { baseUrl, instance: MCP_PATH, requestId: request.id })
  const body = { code: jsonRpcCode(problem.code), message: problem.message, data }
  reply.code(problem.status).headers(headersOf(problem, naming.slug))
  return sendJson(reply, JSON.stringify({ jsonrpc: '2.0', id: idIn(request.body), error: body }))
}

/** The identifier of a message; null where it is not known. */
function idIn(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
