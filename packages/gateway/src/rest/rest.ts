import { type Performer, requireScope } from '@roster/core'
import {
  type AnyOperation,
  changesItsPath,
  type Method,
  type Principal,
  readersOf,
  representationOf,
  signsIn,
} from '@roster/core/contract'
import { membersOf } from '@roster/core/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admitAgain } from './admit-again.ts'
import { isReplay, onceResponder } from './respond-once.ts'
import { type HttpResponse, sendResponse } from '../http/response.ts'
import { requireOwnSignIn } from '../auth/require-own-page.ts'
import { isAllowed } from '../http/cors.ts'
import { isCutOff } from '../http/body.ts'
import { deprecationHeaders } from '../http/deprecation.ts'
import { idempotencyKeyOf, requireGoodKey } from '../http/idempotency.ts'
import { requireAcceptable } from '../http/negotiation.ts'
import { preconditionOf } from '../http/preconditions.ts'
import { problemOf } from '../problems/problem.ts'
import { writerOf } from '../operations/writer.ts'
import { type Gateway, originOf, type RequestContext, requestContext } from '../context/request-context.ts'
import { routePath } from '../operations/route-path.ts'
import { logAttempt } from '../logs/security-log.ts'
import { inputOf } from './operation-input.ts'
import { successOf } from './success.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Context and principal of the operation; set once the caller is known to hold its scope. */
    call: { context: RequestContext; principal: Principal } | null
  }
}

/** Registers a Fastify route for each path, with the methods of its operations. */
export function serveRest(app: FastifyInstance, performers: readonly Performer[], gateway: Gateway): void {
  app.decorateRequest('call', null)
  const readers = readersOf(performers.map(({ operation }) => operation))
  for (const [path, there] of Map.groupBy(performers, ({ operation }) => operation.path)) {
    const routes = there.map((one) => routeOf(one, representationOf(one.operation, readers), gateway))
    servePath(app, path, routes)
  }
}

/** Handlers of the requests for one operation. */
interface OperationRoute {
  method: Method
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  respond: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  refuse: (refusal: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/**
 * Registers one route for all methods of a path, HEAD among them: each route of Fastify costs start time and memory. Throws for two operations of one
 * method.
 */
function servePath(app: FastifyInstance, path: string, routes: readonly OperationRoute[]): void {
  const byMethod = new Map<string, OperationRoute>()
  for (const route of routes) {
    if (byMethod.has(route.method))
      throw new Error(`Two operations are at ${route.method} ${path}. Give one of them another path.`)
    byMethod.set(route.method, route)
  }
  const reader = byMethod.get('GET')
  if (reader) byMethod.set('HEAD', reader)
  const routeFor = ({ method }: FastifyRequest) => byMethod.get(method)!

  app.route({
    method: [...byMethod.keys()],
    url: routePath(path),
    exposeHeadRoute: false,
    config: { quota: 'caller' },
    onRequest: (request, reply) => routeFor(request).admit(request, reply),
    handler: (request, reply) => routeFor(request).respond(request, reply),
    // oxlint-disable-next-line typescript/no-misused-promises -- Fastify awaits the handler, though its type does not say so.
    errorHandler: (refusal, request, reply) => routeFor(request).refuse(refusal, request, reply),
  })
}

function routeOf(performer: Performer, representation: AnyOperation | undefined, gateway: Gateway): OperationRoute {
  const { operation } = performer
  const responder = responderOf(performer, representation, gateway)
  const respondToChange: OperationRoute['respond'] = async (request, reply) => {
    requireGoodKey(operation, request.raw)
    const key = idempotencyKeyOf(operation, request.raw)
    await admitAgain(operation, request)
    return key === undefined ? responder.respond(request, reply) : responder.respondUnderKey(key, request, reply)
  }

  return {
    method: operation.method,
    admit: admission(operation, representation, gateway),
    respond: operation.method === 'GET' ? (...request) => responder.respond(...request) : respondToChange,
    // Once the caller is admitted, a refusal is a response under the key like any other.
    async refuse(refusal, request, reply) {
      const key = request.call && !isCutOff(request) ? idempotencyKeyOf(operation, request.raw) : undefined
      if (key !== undefined) {
        await admitAgain(operation, request)
        return responder.refuseUnderKey(key, refusal, request, reply)
      }
      logSecurity(operation, request, false)
      throw refusal
    },
  }
}

/** Returns the hook that authenticates and authorizes the caller before the body is read. */
function admission(operation: AnyOperation, representation: AnyOperation | undefined, gateway: Gateway) {
  const deprecation = deprecationHeaders(operation)
  const isSignIn = signsIn(operation)
  const write = changesItsPath(operation.method) ? writerOf(representation) : undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(deprecation)
    const context = requestContext(gateway, originOf(request, reply))
    const principal = await context.admit(operation)
    requireScope(operation, principal)
    if (isSignIn && !isAllowed(reply)) requireOwnSignIn(request.headers, gateway)
    request.call = { context, principal }
    if (operation.method !== 'GET') context.precondition = preconditionOf(request.headers, write, operation)
  }
}

/** Returns the responders to admitted callers: at once, or once for all requests with the same idempotency key. */
function responderOf(
  { operation, perform, attempt }: Performer,
  representation: AnyOperation | undefined,
  gateway: Gateway,
) {
  const { parametersOf, bodyOf } = inputOf(operation)
  const successResponse = successOf(operation, representation, gateway)
  const respondOnce = onceResponder(operation, successResponse, gateway)

  return {
    async respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { context, principal } = request.call!
      const output = await perform(context, principal, parametersOf(request), bodyOf(request))
      logSecurity(operation, request, true, output)
      if (operation.method === 'GET') requireAcceptable(request.headers.accept)
      return sendResponse(request, reply, withDeviceCookie(successResponse(request.url, output), context))
    },

    async respondUnderKey(key: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { context, principal } = request.call!
      const effect = await attempt(context, principal, parametersOf(request), bodyOf(request))
      let output: unknown
      await respondOnce(request, reply, key, async (...part) => (output = await effect(...part)))
      if (!isReplay(reply)) logSecurity(operation, request, reply.statusCode < 400, output)
      return reply
    },

    async refuseUnderKey(
      key: string,
      refusal: unknown,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      await respondOnce(request, reply, key, async () => {
        throw problemOf(refusal, request)
      })
      if (!isReplay(reply)) logSecurity(operation, request, false)
      return reply
    },
  }
}

/** Writes the line in the security log of an operation that has one. */
function logSecurity(operation: AnyOperation, request: FastifyRequest, succeeded: boolean, output?: unknown): void {
  if (operation.security === undefined) return
  const { log, ip, params, body, principal } = request
  const input = { ...membersOf(body), ...(params as object) }
  logAttempt(log, ip, operation, { succeeded, principal: principal ?? undefined, input, output })
}

/** Adds the device cookie to a response that sets the session cookie: it marks the browser as one that has signed in. */
function withDeviceCookie(response: HttpResponse, { deviceCookie }: RequestContext): HttpResponse {
  const { 'set-cookie': session } = response.headers
  if (session === undefined || deviceCookie === undefined) return response
  return { ...response, headers: { ...response.headers, 'set-cookie': [session, deviceCookie].flat() } }
}
