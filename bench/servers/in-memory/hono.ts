import { serve as listen } from '@hono/node-server'
import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { quotaOf, requestIdOf, SECURITY_HEADERS } from '../by-hand.ts'
import { obey } from '../serve.ts'
import { input, keys, stored, user } from './users.ts'

const app = new OpenAPIHono()

app.use(etag())
app.use(async (context, next) => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value)
  context.header('x-request-id', requestIdOf(context.req.header('x-request-id')))
  context.header('cache-control', 'private, no-cache')
  const caller = keys.get(context.req.header('x-api-key') ?? '')
  if (!caller) throw new HTTPException(401)
  for (const [name, value] of Object.entries(await quotaOf(caller))) context.header(name, value)
  if (!caller.scopes.has('read:users')) throw new HTTPException(403)
  await next()
})

const get = createRoute({
  method: 'get',
  path: '/v1/users/{user_id}',
  request: { params: input },
  responses: { 200: { description: 'The user', content: { 'application/json': { schema: user } } } },
})

// Hono's typed routes do not validate responses; those of the other servers do.
app.openapi(get, (context) => {
  const found = stored.get(context.req.valid('param').user_id)
  if (!found) throw new HTTPException(404)
  return context.json(user.parse(found), 200)
})

listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => obey(port, {}))
