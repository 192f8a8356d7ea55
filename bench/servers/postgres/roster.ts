import { access, openDatabase, servicesOf } from '@roster/api'
import { appRouter, authenticateApiKey, entities, resources } from '@roster/api/app'
import { apiKeyInBasic, apiKeyInHeader, buildServer, memoryLimiter } from '@roster/gateway'
import { pino } from 'pino'
import { AMPLE } from '../quotas.ts'
import { serve } from '../serve.ts'

const database = await openDatabase({ url: process.env['DATABASE_URL']! }, { entities })
const findApiKey = (secret: string) => authenticateApiKey({ database, access }, secret, Date.now())

const app = await buildServer({
  name: 'Roster',
  router: appRouter,
  resources: Object.values(resources).map((resource) => resource.contract),
  mechanisms: [apiKeyInHeader(findApiKey), apiKeyInBasic(findApiKey)],
  services: servicesOf(database, { access }),
  baseUrl: 'http://127.0.0.1',
  limiter: memoryLimiter(AMPLE),
  logger: pino({ level: 'warn' }),
})
await serve(app)
