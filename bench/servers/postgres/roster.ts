import { access, appRouter, entities, resources, naming } from '@roster/api'
import { authenticateApiKey, openDatabase, servicesOf } from '@roster/core/server'
import { apiKeyInBasic, apiKeyInHeader, buildServer, memoryLimiter } from '@roster/gateway'
import { pino } from 'pino'
import { AMPLE } from '../quotas.ts'
import { serve } from '../serve.ts'

const database = await openDatabase({ url: process.env['DATABASE_URL']! }, { name: 'roster', entities })
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
await serve(app)
