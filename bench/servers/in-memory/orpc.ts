import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { ORPCError, os } from '@orpc/server'
import type { FastifyReply } from 'fastify'
import { appByHand, quotaOf, tagAnswers } from '../by-hand.ts'
import { serve } from '../serve.ts'
import { input, keys, stored, user } from './users.ts'

const authorized = os
  .$context<{ key: string | undefined; reply: FastifyReply }>()
  .$meta({ scope: '' })
  .use(async ({ context, procedure, next }) => {
    const caller = context.key === undefined ? undefined : keys.get(context.key)
    if (!caller) throw new ORPCError('UNAUTHORIZED')
    context.reply.headers(await quotaOf(caller))
    if (!caller.scopes.has(procedure['~orpc'].meta.scope)) throw new ORPCError('FORBIDDEN')
    return next({ context: { caller } })
  })

const router = {
  get: authorized
    .meta({ scope: 'read:users' })
    .route({ method: 'GET', path: '/users/{user_id}' })
    .input(input)
    .output(user)
    .handler((call) => {
      const found = stored.get(call.input.user_id)
      if (!found) throw new ORPCError('NOT_FOUND')
      return found
    }),
}

const handler = new OpenAPIHandler(router)
const app = appByHand()
tagAnswers(app)
app.all('/v1/*', async (request, reply) => {
  const context = { key: request.headers['x-api-key'] as string | undefined, reply }
  const { matched } = await handler.handle(request, reply, { prefix: '/v1', context })
  if (!matched) reply.code(404).send()
  return reply
})
await serve(app)
