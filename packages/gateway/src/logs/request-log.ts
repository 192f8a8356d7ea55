import { actorOf } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { pathOf } from '../problems/problem.ts'
import type { OnEnd } from './request-end.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * Logs one line for each finished request, at the level `info`: what was asked, how it ended, how long it took, who asked and from where. Headers
 * and query strings hold credentials and are left out.
 */
export function logRequests(ends: OnEnd[], logger: Logger): void {
  if (logger.isLevelEnabled('info')) ends.push(logEnd)
}

const logEnd: OnEnd = (request, reply, { isAnswered, ip }) => {
  // A socket that was opened has a line of its own.
  if (!isAnswered && request.ws) return
  const line = lineOf(request, ip)
  const duration_ms = Math.round(reply.elapsedTime * 10) / 10
  // A stream that has begun is answered, whoever ends it.
  const hasBegun = request.connection !== null && reply.raw.headersSent
  if (isAnswered || hasBegun) request.log.info({ ...line, status: reply.statusCode, duration_ms }, 'Answered')
  else request.log.info({ ...line, duration_ms }, 'Aborted')
}

/** Returns the members of a request's log line. None of them can be secret. */
export const lineOf = ({ method, url, principal }: FastifyRequest, address: string) => ({
  method,
  path: withoutSecrets(pathOf(url)),
  caller: principal && actorOf(principal),
  address,
})
