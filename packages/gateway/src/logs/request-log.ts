import { actorOf } from '@roster/core/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { pathOf } from '../problems/problem.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * Logs one line for each finished request, at the level `info`: what was asked, how it ended, how long it took, who asked and from where. Headers
 * and query strings hold credentials and are left out.
 */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('info')) return
  app.addHook('onResponse', async (request, reply) => {
    const duration_ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ ...lineOf(request), status: reply.statusCode, duration_ms }, 'Answered')
  })
  app.addHook('onRequestAbort', async (request) => request.log.info(lineOf(request), 'Aborted'))
}

/** Returns the members of a request's log line. None of them can be secret. */
export const lineOf = ({ method, url, principal, ip }: FastifyRequest) => ({
  method,
  path: withoutSecrets(pathOf(url)),
  caller: principal && actorOf(principal),
  address: ip,
})
