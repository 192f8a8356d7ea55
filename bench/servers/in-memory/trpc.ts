import { initTRPC, TRPCError } from '@trpc/server'
import { type CreateFastifyContextOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import { fastifyTRPCOpenApiPlugin, type OpenApiMeta } from 'trpc-to-openapi'
import { appByHand, quotaOf, tagAnswers } from '../by-hand.ts'
import { serve } from '../serve.ts'
import { input, keys, stored, user } from './users.ts'

const createContext = ({ req, res }: CreateFastifyContextOptions) => {
  res.header('cache-control', 'private, no-cache')
  return { key: req.headers['x-api-key'] as string | undefined, requestId: req.id, reply: res }
}

const t = initTRPC
  .context<typeof createContext>()
  .meta<OpenApiMeta & { scope: string }>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, ctx }) => ({ ...shape, data: { ...shape.data, request_id: ctx?.requestId } }),
  })

const authorized = t.procedure.use(async ({ ctx, meta, next }) => {
  const caller = ctx.key === undefined ? undefined : keys.get(ctx.key)
  if (!caller) throw new TRPCError({ code: 'UNAUTHORIZED' })
  ctx.reply.headers(await quotaOf(caller))
  if (meta && !caller.scopes.has(meta.scope)) throw new TRPCError({ code: 'FORBIDDEN' })
  return next({ ctx: { caller } })
})

const router = t.router({
  users: t.router({
    get: authorized
      .meta({ scope: 'read:users', openapi: { method: 'GET', path: '/users/{user_id}' } })
      .input(input)
      .output(user)
      .query((call) => {
        const found = stored.get(call.input.user_id)
        if (!found) throw new TRPCError({ code: 'NOT_FOUND' })
        return found
      }),
  }),
})

const app = appByHand()
app.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions: { router, createContext, maxBatchSize: 50 } })
app.register(async (rest) => {
  tagAnswers(rest)
  rest.register(fastifyTRPCOpenApiPlugin, { basePath: '/v1', router, createContext } as never)
})
await serve(app)
