import { type Context, isObject } from '@roster/core/server'
import type { AnyTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import { requireAcceptable } from '../http/negotiation.ts'
import { queryReader, textReader } from '../http/query.ts'
import { type Gateway, originOf, requestContext } from '../context/request-context.ts'
import { routePath } from '../operations/route-path.ts'

type Rest = NonNullable<OpenApiMeta['openapi']>

/**
 * Serves the tRPC procedures without a contract that carry trpc-to-openapi's `openapi` meta, by calling them. Path, query and body become one input;
 * numbers and booleans in path and query are read as the input's schema says. The procedure itself decides who may call, with `ctx.admit()`. Answers
 * 200 with the output as JSON, or 204 when there is none.
 */
export function servePlainProcedures(
  app: FastifyInstance,
  procedures: Readonly<Record<string, AnyTRPCProcedure>>,
  gateway: Gateway,
): void {
  for (const [name, procedure] of Object.entries(procedures)) {
    const { openapi } = (procedure._def.meta ?? {}) as OpenApiMeta
    if (openapi && openapi.enabled !== false) serveProcedure(app, name, procedure, openapi, gateway)
  }
}

function serveProcedure(app: FastifyInstance, name: string, procedure: AnyTRPCProcedure, rest: Rest, gateway: Gateway) {
  const readInput = inputReader(procedure)
  const call = procedure as unknown as Call
  const { type } = procedure._def

  app.route({
    method: rest.method,
    url: routePath(rest.path),
    config: { quota: 'caller' },
    async handler(request, reply) {
      requireAcceptable(request.headers.accept)
      const ctx = requestContext(gateway, originOf(request, reply))
      const input = readInput(request)
      const { signal } = request
      const output = await call({ ctx, path: name, type, signal, batchIndex: 0, getRawInput: async () => input })
      if (output === undefined) return reply.code(204).send()
      reply.header('cache-control', 'private, no-cache').type('application/json; charset=utf-8')
      return reply.send(JSON.stringify(output))
    },
  })
}

/** A procedure as tRPC's adapters call it. */
type Call = (options: {
  ctx: Context
  path: string
  type: string
  signal: AbortSignal
  batchIndex: number
  getRawInput: () => Promise<unknown>
}) => Promise<unknown>

/** Returns a function that gives the input of a request as one object, or undefined when the request has none, for procedures without input. */
function inputReader(procedure: AnyTRPCProcedure): (request: FastifyRequest) => unknown {
  const { inputs } = procedure._def as unknown as { inputs: z.ZodType[] }
  const schema = inputs.reduce<z.ZodType>((all, input) => z.intersection(all, input), z.unknown())
  const readQuery = queryReader(schema)
  const readText = textReader(schema)
  return ({ url, params, body }) => {
    if (body !== undefined && !isObject(body)) return body
    const path = Object.entries(params as Record<string, string>).map(([name, text]) => [name, readText(name, text)])
    const input = { ...readQuery(url), ...body, ...Object.fromEntries(path) }
    return Object.keys(input).length === 0 ? body : input
  }
}
