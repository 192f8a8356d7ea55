import { access, appRouter, naming, resources } from '@roster/api'
import type { Database } from '@roster/core'
import { authenticateApiKey, servicesOf } from '@roster/core/server'
import { apiKeyInBasic, apiKeyInHeader, buildServer, memoryLimiter } from '@roster/gateway'
import { pino } from 'pino'
import { AMPLE } from '../quotas.ts'
import { type Commands, serve } from '../serve.ts'

/** Serves Roster on a database, without the background work of a service. */
export async function serveRoster(database: Database, commands: Commands = {}): Promise<void> {
  const findApiKey = (secret: string) => authenticateApiKey({ database, access, naming }, secret, Date.now())
  const app = await buildServer({
    router: appRouter,
    resources: Object.values(resources).map((resource) => resource.contract),
    mechanisms: [apiKeyInHeader(findApiKey), apiKeyInBasic(findApiKey)],
    services: servicesOf(database, { access, naming }),
    baseUrl: 'http://127.0.0.1',
    limiter: memoryLimiter(AMPLE),
    logger: pino({ level: 'warn' }),
  })
  await serve(app, commands)
}
