import type { FastifyInstance } from 'fastify'
import { withoutConnectionHeaders } from '../http/connection-headers.ts'
import { logRequests } from '../logs/request-log.ts'
import { refuseTunnels } from './broken-requests.ts'
import { handleEarly } from './early.ts'
import { type Begin, respondToUnrouted } from './fastify-options.ts'
import type { ServerGateway } from './gateway.ts'
import type { GatewayOptions } from './options.ts'
import { limitRequests } from './limits.ts'
import { respondInForm } from './respond-in-form.ts'
import { refuseOverload } from './overload.ts'

/** Registers the handling of every request: the log, the early checks, the refusal under overload, and the answers to failures. */
export async function handleEveryRequest(
  app: FastifyInstance,
  { overload, tls }: GatewayOptions,
  gateway: ServerGateway,
  begin: Begin,
): Promise<void> {
  app.decorateRequest('connection', null)
  app.decorateRequest('principal', null)
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  refuseTunnels(app.server, gateway)
  logRequests(gateway.ends, gateway.logger)
  handleEarly(app, begin, gateway)
  limitRequests(app, tls !== undefined, gateway)
  if (tls) app.addHook('onSend', withoutConnectionHeaders)
  if (overload) await refuseOverload(app, overload, () => gateway.services.database.waiting())
  app.setErrorHandler((error, request, reply) =>
    reply.hasHeader('x-request-id')
      ? respondInForm(error, request, reply, gateway)
      : respondToUnrouted(error, request, reply, begin, gateway),
  )
}
