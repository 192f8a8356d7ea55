import { initTRPC, TRPCError } from '@trpc/server'
import { type CreateFastifyContextOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import { fastifyTRPCOpenApiPlugin, type OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import { people } from '../../harness/people.ts'
import { API_KEY } from '../../harness/request.ts'
import { appByHand, type Caller, limit } from '../by-hand.ts'
import { serve } from '../serve.ts'

const stored = new Map(people.map((person) => [person.id, person]))
const keys = new Map<string, Caller>([
  [API_KEY, { id: 'key_1', name: 'Benchmark', role: 'admin', scopes: new Set(['read:users', 'write:users']) }],
])

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
  await limit(caller, ctx.reply)
  if (meta && !caller.scopes.has(meta.scope)) throw new TRPCError({ code: 'FORBIDDEN' })
  return next({ ctx: { caller } })
})

const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'viewer']),
  status: z.enum(['active', 'suspended', 'invited']),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})

const router = t.router({
  users: t.router({
    get: authorized
      .meta({ scope: 'read:users', openapi: { method: 'GET', path: '/users/{user_id}' } })
      .input(z.object({ user_id: z.string().max(64) }))
      .output(user)
      .query(({ input }) => {
        const found = stored.get(input.user_id)
        if (!found) throw new TRPCError({ code: 'NOT_FOUND' })
        return found
      }),
  }),
})

const app = appByHand()
app.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions: { router, createContext, maxBatchSize: 50 } })
app.register(fastifyTRPCOpenApiPlugin, { basePath: '/v1', router, createContext } as never)
await serve(app)
