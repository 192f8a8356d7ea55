import type { Application } from '@roster/core'
import { createLogger } from '../../logs/logger.ts'
import { freePort } from '../../server/port.ts'
import { endOnSignals, stopWhenTold } from '../../server/stop.ts'
import { hostOf, serve } from '../start.ts'
import type { Settings } from '../../settings/schema.ts'
import { variable } from '../../settings/variable.ts'
import { hear, say } from './messages.ts'
import { retireWhenTold } from './retire.ts'
import { sharedMetrics } from './shared-metrics.ts'
import { type Announced, Supervisor } from './supervisor.ts'

/**
 * Serves an application with the number of workers in its settings, which run this program too. SIGHUP replaces them one after another, SIGTERM and SIGINT stop
 * them. Throws `WorkerFailed` when a worker does not start.
 */
export async function superviseWorkers({ naming }: Application, settings: Settings): Promise<Announced> {
  const logger = createLogger(settings.LOG_LEVEL)
  const port = settings.PORT || (await freePort(hostOf(settings)))
  const supervisor = new Supervisor({ count: settings.WORKERS, environment: { PORT: String(port) }, logger })
  endOnSignals(logger, () => supervisor.stop())
  process.on('SIGHUP', () => void supervisor.renew())
  if (settings.REDIS_URL === undefined)
    logger.warn(
      `Each worker counts quotas, sign-ins and connections for itself. Set ${variable(naming, 'REDIS_URL')}, and they count together`,
    )
  return supervisor.start()
}

/** Serves an application as one of several workers. */
export async function serveAsWorker(application: Application, settings: Settings): Promise<void> {
  // The supervisor acts on SIGHUP.
  process.on('SIGHUP', () => {})
  const { url, makeFirstKey } = await serve(application, settings, {
    onBuilt(app) {
      retireWhenTold(app, stopWhenTold(app))
    },
    metricsReading: sharedMetrics,
  })
  hear(process, 'make-first-key', () => {
    void makeFirstKey().then((firstKey) => say(process, { kind: 'first-key', firstKey }))
  })
  say(process, { kind: 'running', url })
}
