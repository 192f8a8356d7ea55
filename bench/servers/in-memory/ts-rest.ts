import type { AddressInfo } from 'node:net'
import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer } from '@ts-rest/express'
import express, { type RequestHandler } from 'express'
import { quotaOf, requestIdOf, SECURITY_HEADERS } from '../by-hand.ts'
import { obey } from '../serve.ts'
import { input, keys, stored, user } from './users.ts'

const contract = initContract().router(
  { get: { method: 'GET', path: '/v1/users/:user_id', pathParams: input, responses: { 200: user } } },
  { strictStatusCodes: false },
)

const head: RequestHandler = (request, response, next) => {
  response.set(SECURITY_HEADERS)
  response.set({ 'x-request-id': requestIdOf(request.get('x-request-id')), 'cache-control': 'private, no-cache' })
  next()
}

const requires =
  (scope: string): RequestHandler =>
  async (request, response, next) => {
    const caller = keys.get(request.get('x-api-key') ?? '')
    if (!caller) {
      response.status(401).end()
      return
    }
    response.set(await quotaOf(caller))
    if (caller.scopes.has(scope)) next()
    else response.status(403).end()
  }

const server = initServer()
const router = server.router(contract, {
  get: {
    middleware: [requires('read:users')],
    handler: async ({ params }) => {
      const found = stored.get(params.user_id)
      return found ? { status: 200, body: found } : { status: 404, body: undefined }
    },
  },
})

const app = express()
app.set('etag', 'strong').disable('x-powered-by').use(head)
createExpressEndpoints(contract, router, app, { responseValidation: true })
const listening = app.listen(0, '127.0.0.1', () => obey((listening.address() as AddressInfo).port, {}))
