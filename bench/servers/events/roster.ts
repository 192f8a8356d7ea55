import { access } from '@roster/api'
import { randomBytes } from 'node:crypto'
import { openDatabase, servicesOf } from '@roster/api'
import {
  appRouter,
  authenticateApiKey,
  currentPrincipal,
  DeliveryQueue,
  emit,
  entities,
  eventAccess,
  eventChannels,
  openMessages,
  queueDeliveries,
  resources,
  startEventLog,
} from '@roster/api/app'
import {
  apiKeyInBasic,
  apiKeyInHeader,
  buildServer,
  Deliverer,
  Destinations,
  guardedAgent,
  memoryConnectionLimit,
  memoryLimiter,
  namingOf,
} from '@roster/gateway'
import { pino } from 'pino'
import { AMPLE, PLENTY } from '../quotas.ts'
import { serve } from '../serve.ts'
import { EVENT, type Publication, subject } from './subject.ts'

const logger = pino({ level: 'warn' })
const report = (error: unknown) => logger.error(error)
const now = Date.now

const database = await openDatabase({ url: process.env['DATABASE_URL']! }, { entities })
const log = await startEventLog({ database, now, hooks: [queueDeliveries(eventAccess)], report })
const destinations = new Destinations({ allow: ['127.0.0.0/8'] })
const services = servicesOf(database, {
  access,
  secrets: [randomBytes(32)],
  refusal: (url) => destinations.refusal(url),
})
const deliverer = new Deliverer({
  naming: namingOf('Roster'),
  queue: new DeliveryQueue(database, services.webhooks.sealer),
  feed: log.feed,
  agent: guardedAgent(destinations),
  now,
  report,
})

const findApiKey = (secret: string) => authenticateApiKey({ database, access }, secret, now())

const app = await buildServer({
  name: 'Roster',
  router: appRouter,
  resources: Object.values(resources).map((resource) => resource.contract),
  mechanisms: [apiKeyInHeader(findApiKey), apiKeyInBasic(findApiKey)],
  services,
  baseUrl: 'http://127.0.0.1',
  limiter: memoryLimiter(AMPLE),
  realtime: {
    feed: log.feed,
    channels: eventChannels({ database, access }, eventAccess),
    messages: openMessages({ database, report }),
    limit: memoryConnectionLimit(PLENTY),
    current: (principal) => currentPrincipal({ database, access }, principal, now()),
  },
  logger,
})

app.addHook('onClose', () => deliverer.stop())

/** Commits the events in one transaction, as a change of so many records does. */
async function publish({ count, sent }: Publication): Promise<void> {
  const transaction = database.transaction()
  const time = now()
  for (let nth = 0; nth < count; nth++) {
    const data = subject(time, sent)
    emit(transaction, { time, event: EVENT, actor: null, data, owner: data.id })
  }
  await transaction.commit()
}

await serve(app, { publish })
