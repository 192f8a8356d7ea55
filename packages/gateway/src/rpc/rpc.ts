import type { Performer } from '@roster/core'
import { Problem } from '@roster/core/contract'
import { asProblem } from '@roster/core/server'
import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { headersOf } from '../problems/challenge.ts'
import { failureOf, logFailure } from '../context/failure.ts'
import { codingFor, sendCoded } from '../http/compression.ts'
import { SECURITY_HEADERS } from '../http/security-headers.ts'
import {
  type Gateway,
  originOf,
  type RequestContext,
  requestContext,
  spendAnonymously,
  spendByCaller,
} from '../context/request-context.ts'
import { respondByAdapter } from './rpc-adapter.ts'
import { failedCall, readCalls, rpcCaller, type RpcResult, unknownProcedure } from './rpc-call.ts'
import { callMethod } from './rpc-method.ts'
import { streamOf, wantsStream } from './rpc-stream.ts'
import { isOurFault, problemOf } from '../problems/problem.ts'

/** Maximum calls in one batch. A larger batch is refused as a whole, and none of its calls runs. */
export const MAX_BATCH = 50

/** Path prefix of the router. */
export const PREFIX = '/trpc'

const VARY = `${SECURITY_HEADERS['vary']}, trpc-accept`

declare module 'fastify' {
  interface FastifyRequest {
    /** Context that the calls of this request are made with; null before `onRequest`, and for calls that tRPC's adapter makes. */
    rpcContext: RequestContext | null
  }
}

/**
 * Serves a router in tRPC's protocol: over HTTP, single calls and batches. Its sockets are served by `serveRpcSockets`.
 *
 * HTTP calls of `on(operation)` procedures are answered directly in the wire format, which skips a procedure's chain. All others (subscriptions,
 * plain tRPC procedures) go through tRPC's own adapters.
 */
export function serveRpc(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  performers: readonly Performer[],
  gateway: Gateway,
): void {
  const responder = responderOf(router, performers, gateway)

  app.decorateRequest('rpcContext', null)
  app.register(async (scope) => {
    scope.addHook('onSend', putVary)
    scope.setErrorHandler((error, request, reply) => responder.refuse(error, request, reply))
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: `${PREFIX}/:path`,
      exposeHeadRoute: false,
      config: { quota: 'caller' },
      async onRequest(request, reply) {
        const names = namesOf(request)
        if (names.length > MAX_BATCH) {
          await spendByCaller(gateway, originOf(request, reply))
          throw new Problem('bad-request', `A batch has at most ${MAX_BATCH} calls; this one has ${names.length}.`)
        }
        const unknown = names.filter((name) => !responder.isKnown(name)).length
        if (unknown > 0) await spendByCaller(gateway, originOf(request, reply), unknown)
        if (names.every(responder.isOurs)) await responder.prepare(request, reply, names)
      },
      async handler(request, reply) {
        const names = namesOf(request)
        if (request.rpcContext) return responder.respond(request, reply, names, request.rpcContext)
        return respondByAdapter(router, names, request, reply, gateway)
      },
    })
  })
}

/** Returns the responder to calls of operations and of procedures that do not exist. */
function responderOf(router: AnyTRPCRouter, performers: readonly Performer[], gateway: Gateway) {
  const realm = gateway.naming.slug
  const callers = new Map(performers.map((performer) => [performer.operation.name, rpcCaller(performer)]))
  const isKnown = (name: string) => Object.hasOwn(router._def.procedures, name)
  const callerOf = (name: string) => callers.get(name) ?? unknownProcedure(name)

  const needNoCredential = new Set(
    performers.flatMap(({ operation: { name, scope } }) => (scope === 'none' ? [name] : [])),
  )

  /**
   * Returns what a request whose calls cannot be read is refused with: what its first call is. As over REST, the path, the method, the caller and its scope come
   * before the faults of what is sent, and each call counts. `context` is that of the calls.
   */
  async function refusalOf(thrown: unknown, context: RequestContext, request: FastifyRequest): Promise<unknown> {
    const problem = problemOf(thrown, request)
    if (isOurFault(problem) || problem.code === 'rate-limited') return thrown
    const unread = () => {
      throw problem
    }
    const method = callMethod(request)
    const calls = namesOf(request).map((name) => callerOf(name)(context, method, unread))
    const [first] = await Promise.all(calls)
    return first!.failure
  }

  return {
    isKnown,
    isOurs: (name: string) => callers.has(name) || !isKnown(name),

    /**
     * Makes the context of calls. Before the body is read, which may be large and slow, counts each call of a request whose caller cannot be identified.
     * Throws `rate-limited`. Other refusals are left to the calls, which log what they were about.
     */
    async prepare(request: FastifyRequest, reply: FastifyReply, names: readonly string[]): Promise<void> {
      const context = requestContext(gateway, { ...originOf(request, reply), calls: names.length })
      request.rpcContext = context
      const needsCaller = names.some(isKnown) && !names.some((name) => needNoCredential.has(name))
      if (callMethod(request) === 'GET' || !needsCaller) return
      const failure = await context.identify().then(() => undefined, asProblem)
      if (!failure || isOurFault(failure)) return
      if (failure.code === 'rate-limited') throw failure
      for (let counted = 1; counted < names.length; counted++) await spendAnonymously(gateway, originOf(request, reply))
    },

    async respond(
      request: FastifyRequest,
      reply: FastifyReply,
      names: string[],
      context: RequestContext,
    ): Promise<FastifyReply> {
      const { isBatch, inputs } = readCalls(request, names)
      const calls = names.map((name, index) => callerOf(name)(context, callMethod(request), inputs[index]))
      if (isBatch && wantsStream(request)) return sendStream(request, reply, calls, realm)
      const results = await Promise.all(calls)
      for (const { failure } of results) if (failure) logFailure(request, failure)
      return send(request, reply, results, { isBatch, realm })
    },

    /** Answers a request whose calls were not made. */
    async refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { rpcContext } = request
      const refusal = rpcContext ? await refusalOf(error, rpcContext, request) : error
      const failure = await failureOf(refusal, request, reply, gateway)
      const context = rpcContext ?? requestContext(gateway, originOf(request, reply))
      return send(request, reply, [failedCall(failure, undefined, context)], { isBatch: false, realm })
    },
  }
}

/** Sets `Vary` again, because tRPC's adapter replaces it by its own. */
const putVary: onSendHookHandler = (_request, reply, payload, done) => {
  reply.header('vary', VARY)
  if (payload instanceof Response) payload.headers.set('vary', VARY)
  done(null, payload)
}

/** Returns the procedures that a request names. */
const namesOf = ({ params }: FastifyRequest): string[] => (params as { path: string }).path.split(',')

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  results: readonly RpcResult[],
  { isBatch, realm }: { isBatch: boolean; realm: string },
): FastifyReply | Promise<FastifyReply> {
  const [first, ...others] = results
  const status = others.every((result) => result.status === first!.status) ? first!.status : 207
  const bodies = results.map((result) => result.body)
  const body = isBatch ? `[${bodies.join(',')}]` : bodies[0]!
  for (const { failure } of results)
    if (failure && (!isBatch || isAboutAll(failure, status))) reply.headers(headersOf(failure, realm))
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  return sendCoded(reply, body, codingFor(request.headers['accept-encoding'], body))
}

/** Sends the results as they come. The headers go with the first result: by then the caller and the remaining quota are known. */
async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  calls: readonly Promise<RpcResult>[],
  realm: string,
): Promise<FastifyReply> {
  for (const call of calls) void call.then(({ failure }) => failure && logFailure(request, failure))
  const { failure } = await Promise.race(calls)
  if (failure && isAboutAll(failure)) reply.headers(headersOf(failure, realm))
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (request.method !== 'HEAD') return reply.send(streamOf(calls))
  // Over HTTP/2 a stream into a response without a body would never end.
  await Promise.all(calls)
  return reply.send('')
}

/**
 * Whether the headers of a failed call apply to a whole batch: a quota is spent for all of its calls, and all have the same caller and method. `status` is that
 * of the response.
 */
const isAboutAll = ({ code }: Problem, status?: number) => code === 'rate-limited' || status === 401 || status === 405
