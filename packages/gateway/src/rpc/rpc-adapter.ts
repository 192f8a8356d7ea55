import { Problem } from '@roster/core/contract'
import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Gateway, originOf, requestContext, spendAnonymously } from '../context/request-context.ts'
import { wrongType } from '../http/body.ts'

/**
 * Answers a request by what tRPC's adapters are made of: for subscriptions and for procedures that are no operations. What it refuses by itself
 * is counted like any other refusal, and thrown where no call has come to a context.
 */
export async function respondByAdapter(
  router: AnyTRPCRouter,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: Gateway,
): Promise<FastifyReply> {
  requireOurForm(request)
  const [{ resolveResponse }, { incomingMessageToRequest }] = await Promise.all([
    import('@trpc/server/http'),
    import('@trpc/server/adapters/node-http'),
  ])
  const origin = originOf(request, reply)
  let refusal: unknown
  const response = await resolveResponse({
    router,
    path,
    req: incomingMessageToRequest(Object.assign(request.raw, { body: request.body }), reply.raw, { maxBodySize: null }),
    error: null,
    createContext: async ({ info }) => requestContext(gateway, { ...origin, calls: info.calls.length }),
    onError({ error, ctx }) {
      if (!ctx) refusal = error
    },
  })
  if (refusal) throw refusal
  const isRefused = response.status >= 400 && response.status < 500
  if (isRefused && !reply.hasHeader('x-ratelimit-limit')) await spendAnonymously(gateway, origin)
  return reply.header('cache-control', 'no-store').send(response)
}

/** tRPC reads what we do not: forms, files, and credentials in the query. */
function requireOurForm({ method, headers, query }: FastifyRequest): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  const isOurs = type === 'application/json' || (type === undefined && method === 'GET')
  if (!isOurs) throw wrongType(method, headers)
  if ((query as Record<string, unknown>)['connectionParams'] === undefined) return
  throw new Problem('bad-request', 'The parameter connectionParams is not taken. Send a credential in a header.')
}
