import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { readSettings, type RunningService, startService } from '@roster/gateway'
import { Roster } from '@roster/sdk'
import { emptyDatabase, onPostgres } from './database.ts'
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts'
import { vi } from 'vitest'
import { PATIENCE } from './patience.ts'

/** A complete service that sends telemetry to a receiver, with its administrator's client. */
export interface TracedService extends RunningService {
  receiver: OtlpReceiver
  key: string
  roster: Roster
  /** Resolves to the spans of a trace once each of these names has one: to these, and to all that ended before them. */
  trace(traceId: string, ...names: string[]): Promise<ReceivedSpan[]>
}

/** Settings with short intervals, so that telemetry is sent at once. */
const SOON = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_BLRP_SCHEDULE_DELAY: '20', OTEL_METRIC_EXPORT_INTERVAL: '100' }

/** Limits of overload that a machine busy with tests does not reach. */
const AMPLE = { eventLoopDelay: 60_000, waitingQueries: 10_000 }

/** Starts Roster as in its own process, with its own database. It refuses no request because of overload. */
export async function startTraced(environment: Record<string, string> = {}): Promise<TracedService> {
  const receiver = await OtlpReceiver.start()
  const directory = await mkdtemp(join(tmpdir(), 'roster-traced-'))
  const database = onPostgres ? await emptyDatabase() : undefined
  const settings = readSettings(application.naming, {
    PORT: '0',
    ROSTER_DATA_DIR: directory,
    ROSTER_SECRET: randomBytes(32).toString('base64'),
    ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8',
    ROSTER_RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...SOON,
    ...(database && { DATABASE_URL: database.url }),
    ...environment,
  })
  const service = await startService(application, settings, { overload: AMPLE })
  const key = service.firstKey!
  return {
    ...service,
    receiver,
    key,
    roster: new Roster({ baseUrl: service.url, apiKey: key }),
    async trace(traceId, ...names) {
      const has = () => names.every((name) => receiver.trace(traceId).some((span) => span.name === name))
      await vi.waitUntil(has, { timeout: PATIENCE, interval: 10 })
      return receiver.trace(traceId)
    },
    async stop() {
      await service.stop()
      await receiver.stop()
      await database?.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
