import type { StreamPerformer } from '@roster/core'
import { Problem } from '@roster/core/contract'
import { asProblem } from '@roster/core/server'
import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveConnection } from '../connections/connection.ts'
import {
  type Gateway,
  originOf,
  type RequestContext,
  requestContext,
  spendAnonymously,
  spendByCaller,
} from '../context/request-context.ts'
import { cutUntaken } from '../connections/cut-untaken.ts'
import { wrongType } from '../http/body.ts'
import { clientGone } from '../http/client-gone.ts'
import { isOurFault } from '../problems/problem.ts'
import { readCalls } from './rpc-call.ts'
import { ALLOW, callMethod, wrongMethod } from './rpc-method.ts'

/**
 * Answers a request with tRPC's own adapter code: for subscriptions, and for procedures without a contract. A refusal by tRPC counts like any other;
 * it is thrown when no call has got a context.
 */
export async function respondByAdapter(
  router: AnyTRPCRouter,
  names: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): Promise<FastifyReply> {
  const path = names.join(',')
  const admitted = await admittedTo(router, path, request, reply, gateway)
  requireOurForm(request)
  readCalls(request, names)
  const [{ resolveResponse }, { incomingMessageToRequest }] = await Promise.all([
    import('@trpc/server/http'),
    import('@trpc/server/adapters/node-http'),
  ])
  const origin = originOf(request, reply)
  const message = Object.assign(request.raw, { body: request.body })
  const req = incomingMessageToRequest(message, reply.raw, { maxBodySize: null })
  let refusal: unknown
  const response = await resolveResponse({
    router,
    path,
    req: request.method === 'HEAD' ? new Request(req, { method: 'GET' }) : req,
    error: null,
    createContext: async ({ info }) => admitted ?? requestContext(gateway, { ...origin, calls: info.calls.length }),
    onError({ error, ctx }) {
      if (!ctx) refusal = error
    },
  })
  if (refusal) throw refusal
  const isRefused = response.status >= 400 && response.status < 500
  if (isRefused && !reply.hasHeader('x-ratelimit-limit')) await spendAnonymously(gateway, origin)
  const allow = response.headers.get('allow') as keyof typeof ALLOW | null
  if (allow !== null) response.headers.set('allow', ALLOW[allow])
  reply.header('cache-control', 'no-store')
  if (request.method !== 'HEAD') return reply.send(response)
  await response.body?.cancel()
  return reply.send(new Response(null, response))
}

/**
 * Returns the context of a request for a stream once its caller is admitted, or undefined when the path is no stream. tRPC sends 200 before it runs
 * the procedure, so refusals are thrown here. A fault of the service is told within the response instead: an `EventSource` reconnects after that, and
 * never after another status.
 */
async function admittedTo(
  { _def }: AnyTRPCRouter,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): Promise<RequestContext | undefined> {
  const stream = Object.hasOwn(_def.procedures, path) ? (_def.procedures[path] as Partial<StreamPerformer>) : undefined
  if (!stream?.follow || !stream.operation) return undefined
  if (callMethod(request) !== 'GET') {
    await spendByCaller(gateway, originOf(request, reply))
    throw wrongMethod(path, 'GET', request.method)
  }
  const context = requestContext(gateway, originOf(request, reply))
  const connecting = context.connect(stream.operation, clientGone(reply))
  try {
    const connection = (await connecting) as LiveConnection
    request.connection = connection
    cutUntaken(reply.raw, connection.signal)
  } catch (error) {
    if (!isOurFault(asProblem(error))) throw error
  }
  return Object.assign(context, { connect: () => connecting })
}

/** Throws for requests that tRPC would accept and this service does not: forms, files, and credentials in the query. */
function requireOurForm(request: FastifyRequest): void {
  const { method, headers, query } = request
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  const isOurs = type === 'application/json' || (type === undefined && callMethod(request) === 'GET')
  if (!isOurs) throw wrongType(method, headers)
  if ((query as Record<string, unknown>)['connectionParams'] === undefined) return
  throw new Problem('bad-request', 'The parameter connectionParams is not taken. Send a credential in a header.')
}
