import {
  type AnyOperation,
  changesItsPath,
  type Context,
  type Outcome,
  performOnce,
  type Performer,
  type Principal,
  Problem,
  requireScope,
  takesKey,
} from '@roster/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, sendAnswer } from './http/answer.ts'
import { deprecationHeaders } from './http/deprecation.ts'
import { idempotencyKeyOf } from './http/idempotency.ts'
import { requireAcceptable } from './http/negotiation.ts'
import { preconditionOf } from './http/preconditions.ts'
import { queryReader } from './http/query.ts'
import { pathOf, problemAnswer } from './problem.ts'
import { representationOf, writerOf } from './representation.ts'
import { type Edge, originOf, requestContext } from './request-context.ts'
import { routePath } from './route-path.ts'
import { successOf } from './success.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the operation of this route is done with; set once the caller is known. */
    call: { context: Context; principal: Principal } | null
    /** Hash of the body's bytes; only made where an idempotency key asks for it. */
    fingerprint: string
  }
}

/** Registers a native route for every operation, at the path and with the method of its contract. */
export function serveRest(app: FastifyInstance, performers: readonly Performer[], edge: Edge): void {
  app.decorateRequest('call', null)
  app.decorateRequest('fingerprint', '')
  const operations = performers.map(({ operation }) => operation)
  for (const performer of performers) {
    serveOperation(app, performer, representationOf(performer.operation, operations), edge)
  }
}

function serveOperation(
  app: FastifyInstance,
  performer: Performer,
  representation: AnyOperation | undefined,
  edge: Edge,
): void {
  const { operation, perform } = performer
  const readQuery = queryReader(operation.parameters)
  const answerSuccess = successOf(operation, representation, edge.baseUrl)
  const deprecation = deprecationHeaders(operation)
  const write = changesItsPath(operation.method) ? writerOf(representation) : undefined

  app.route({
    method: operation.method,
    url: routePath(operation.path),
    config: { quota: 'caller' },
    // Who calls, and whether they may, is settled before the body is read.
    async onRequest(request, reply) {
      reply.headers(deprecation)
      const context = requestContext(edge, originOf(request, reply))
      const principal = await context.admit(operation)
      requireScope(operation, principal)
      if (operation.method !== 'GET') context.precondition = preconditionOf(request.headers, write)
      request.call = { context, principal }
    },
    async handler(request, reply) {
      const { context, principal } = request.call!
      const parameters = { ...readQuery(request.url), ...(request.params as object) }
      const body = operation.body ? requiredBody(request) : undefined
      const key = takesKey(operation) ? idempotencyKeyOf(request.headers) : undefined
      if (key !== undefined) {
        const keyed = { context, principal, parameters, body, key, ...identityOf(request) }
        const { answer, isReplay } = await performOnce<Answer>(performer, keyed, (outcome) =>
          answerOf(request, outcome),
        )
        if (isReplay) reply.header('idempotent-replayed', 'true')
        return sendAnswer(request, reply, answer)
      }
      const output = await perform(context, principal, parameters, body)
      if (operation.method === 'GET') requireAcceptable(request.headers.accept)
      return sendAnswer(request, reply, answerSuccess(request.url, output))
    },
  })

  function answerOf(request: FastifyRequest, outcome: Outcome): Answer {
    if ('problem' in outcome) return problemAnswer(outcome.problem, request, edge.baseUrl)
    return answerSuccess(request.url, outcome.output)
  }
}

function requiredBody({ body }: FastifyRequest): unknown {
  if (body === undefined) throw new Problem('malformed-json', 'The request has no body. Send one JSON object.')
  return body
}

const identityOf = ({ method, url, fingerprint }: FastifyRequest) => ({ method, path: pathOf(url), fingerprint })
