import { randomBytes } from 'node:crypto'
import { application } from '@roster/api'
import { emit, openDatabase } from '@roster/core/server'
import {
  buildServer,
  composeService,
  memoryConnectionLimit,
  memoryLimiter,
  readSettings,
  type Runtime,
  startLive,
} from '@roster/gateway'
import { pino } from 'pino'
import { AMPLE, PLENTY } from '../quotas.ts'
import { serve } from '../serve.ts'
import { EVENT, type Publication, subject } from './subject.ts'

const { naming } = application
const database = await openDatabase({ url: process.env['DATABASE_URL']! }, application)
const runtime: Runtime = {
  application,
  naming,
  baseUrl: 'http://127.0.0.1',
  settings: readSettings(naming, { ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8' }),
  logger: pino({ level: 'warn' }),
  database,
  secrets: [randomBytes(32)],
  now: Date.now,
}
const live = await startLive(runtime)
const composed = composeService(runtime, live)

const app = await buildServer({
  ...composed,
  limiter: memoryLimiter(AMPLE),
  realtime: { ...composed.realtime, limit: memoryConnectionLimit(PLENTY) },
})
app.addHook('onClose', () => live.stop())

/** Commits the events in one transaction, like a change of as many records. */
async function publish({ count, sent }: Publication): Promise<void> {
  const transaction = database.transaction()
  const time = runtime.now()
  for (let nth = 0; nth < count; nth++) {
    const data = subject(time, sent)
    emit(transaction, { time, event: EVENT, actor: null, data, owner: data.id })
  }
  await transaction.commit()
}

await serve(app, { publish })
