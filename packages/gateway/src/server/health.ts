import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import { type HttpResponse, sendResponse } from '../http/response.ts'

const OK: HttpResponse = {
  status: 200,
  headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ status: 'ok' }),
  isRepresentation: true,
}

const free = { config: { quota: 'none' } } as const

/** Serves `/livez`, which says that the process answers, and `/readyz`, which says that it should be sent requests. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/livez', free, (request, reply) => sendResponse(request, reply, OK))
  app.get('/readyz', free, async (request, reply) => {
    if (draining || !(await isReady())) throw new Problem('unavailable', undefined, { headers: { 'retry-after': '1' } })
    return sendResponse(request, reply, OK)
  })
}
