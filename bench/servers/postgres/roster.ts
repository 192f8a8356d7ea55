import { randomBytes } from 'node:crypto'
import {
  appRouter,
  authenticateApiKey,
  createSealer,
  createSigner,
  entities,
  openDatabase,
  resources,
} from '@roster/api/app'
import { apiKeyInBasic, apiKeyInHeader, buildServer, memoryLimiter } from '@roster/gateway'
import { pino } from 'pino'
import { AMPLE } from '../quotas.ts'
import { serve } from '../serve.ts'

const database = await openDatabase({ url: process.env['DATABASE_URL']! }, { entities })
const findApiKey = (secret: string) => authenticateApiKey(database, secret, Date.now())

const secret = randomBytes(32)

const app = await buildServer({
  router: appRouter,
  resources: Object.values(resources).map((resource) => resource.contract),
  mechanisms: [apiKeyInHeader(findApiKey), apiKeyInBasic(findApiKey)],
  services: {
    database,
    now: Date.now,
    signer: createSigner(secret, 'cursor'),
    sealer: createSealer(secret, 'answer'),
    webhooks: { sealer: createSealer(secret, 'webhook'), refusal: async () => undefined },
  },
  baseUrl: 'http://127.0.0.1',
  limiter: memoryLimiter(AMPLE),
  allowsOrigin: () => false,
  isReady: async () => true,
  logger: pino({ level: 'warn' }),
})
await serve(app)
