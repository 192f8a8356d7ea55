import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'

const free = { config: { quota: 'none' } } as const

/** Serves `/livez`, which says that the process answers, and `/readyz`, which says that it should be sent requests. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/livez', free, () => ({ status: 'ok' }))
  app.get('/readyz', free, async () => {
    if (draining || !(await isReady())) throw new Problem('unavailable', undefined, { headers: { 'retry-after': '1' } })
    return { status: 'ok' }
  })
}
