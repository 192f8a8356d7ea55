import { type Performer, requirePresent } from '@roster/core'
import { agentServer, isForAgents, Problem, problemDetails } from '@roster/core/contract'
import type { Signer } from '@roster/core/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unlistedPage } from '../http/page-origin.ts'
import { failureOf } from '../context/failure.ts'
import {
  type Gateway,
  originOf,
  type RequestContext,
  requestContext,
  spendByCaller,
} from '../context/request-context.ts'
import type { AllowsOrigin } from '../http/cors.ts'
import { respondToOthersAt } from '../http/methods.ts'
import { headersOf } from '../problems/challenge.ts'
import { agentPerformersOf } from './agent-performer.ts'
import { jsonRpcCode } from './json-rpc-code.ts'
import { MCP_PATH } from './path.ts'
import { answererOf, sendMessage } from './answer.ts'
import type { Followed } from './listen.ts'
import { protocolsOf } from './protocol.ts'
import { type EventSource, resourcesOf } from './resources.ts'
import { requireAttainableScopes } from './step-up.ts'
import { tasksOf } from './tasks.ts'
import { toolsOf } from './tools.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Context that the tools of this request are called with; null before `onRequest`. */
    agentContext: RequestContext | null
  }
}

/** Options of `serveMcp`, beside the gateway. */
interface Beside {
  allowsOrigin: AllowsOrigin
  channels: Followed['channels'] | undefined
  /** Signs the state of questions to users. */
  signer: Signer
}

/**
 * Serves operations to agents, over the Streamable HTTP of the Model Context Protocol. Every request needs a credential, which is checked before the body is
 * read.
 */
export function serveMcp(
  app: FastifyInstance,
  all: readonly Performer[],
  sources: readonly EventSource[],
  gateway: Gateway,
  { allowsOrigin, channels, signer }: Beside,
): void {
  const { baseUrl, basePath, naming, logger, connections } = gateway
  const performers = agentPerformersOf(all.filter(({ operation }) => isForAgents(operation)))
  const resources = resourcesOf(performers, naming, basePath, sources)
  const followed = connections && channels && { connections, channels, resources }
  const tools = toolsOf(performers)
  const tasks = tasksOf(performers, resources)
  const offered = { tools, resources, tasks, signer, areFollowed: followed !== undefined }
  const serverInfo = agentServer(naming.slug, naming.title)
  const protocolWith = protocolsOf(offered, serverInfo, (error) => logger.debug({ err: error }, 'An agent was refused'))
  const protocol = protocolWith()
  const { origin } = new URL(baseUrl)
  const answer = answererOf({ offered, serverInfo, protocolWith, protocol, followed, baseUrl })

  app.decorateRequest('agentContext', null)
  app.addHook('onClose', () => protocol.close())

  respondToOthersAt(app, MCP_PATH, new Set(['POST']), (request, reply) =>
    spendByCaller(gateway, originOf(request, reply)),
  )
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => refuse(error, request, reply, gateway))
    scope.route({
      method: 'POST',
      url: MCP_PATH,
      config: { quota: 'caller' },
      async onRequest(request, reply) {
        const { headers } = request
        if (headers.origin !== undefined && headers.origin !== origin && !allowsOrigin(headers.origin))
          throw new Problem('forbidden', unlistedPage(headers.origin, naming.prefix))
        request.agentContext = requestContext(gateway, originOf(request, reply))
        requirePresent(await request.agentContext.identify())
      },
      async handler(request, reply) {
        const context = request.agentContext!
        requireOneMessage(request.body)
        await requireAttainableScopes(offered, request.body, context, request.log)
        return answer(request, reply, context)
      },
    })
  })
}

function requireOneMessage(body: unknown): void {
  if (body === undefined || Array.isArray(body))
    throw new Problem('bad-request', 'The body must be one message of JSON-RPC 2.0, and no batch.')
}

/** Answers with a JSON-RPC error that has the problem details as its data. */
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
  return sendMessage(reply, JSON.stringify({ jsonrpc: '2.0', id: idIn(request.body), error: body }))
}

/** Returns the identifier of a message; null when it is unknown. */
function idIn(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
