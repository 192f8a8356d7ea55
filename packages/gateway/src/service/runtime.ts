import type { Application, Database } from '@roster/core'
import type { Broker, ServiceSecrets } from '@roster/core/server'
import type { Logger } from 'pino'
import { memoryStore, redisStore, type StoreOf } from '../http/rate-limit-stores.ts'
import type { Site } from '../naming/site.ts'
import type { Redis } from '../redis/redis.ts'
import type { Settings } from '../settings/schema.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** The objects that every part of a service needs. */
export interface Runtime extends Site {
  application: Application
  settings: Settings
  logger: Logger
  database: Database
  /** Secrets that seal and sign keys, cursors and cookies. */
  secrets: ServiceSecrets
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Redis, where processes share their counts. Default: each process counts for itself. */
  redis?: Redis | undefined
  /** Broker from which events are followed besides the database. Default: none. */
  broker?: Broker | undefined
  /** Sends traces, metrics and logs to a receiver. Default: nothing is sent. */
  telemetry?: Telemetry | undefined
}

/** Returns the stores that count requests and attempts. */
export const storesOf = ({ redis }: Runtime): StoreOf => (redis ? redisStore(redis) : memoryStore)

/** Returns a function that logs failures of background work. `failure` is a sentence without its full stop. */
export const reporterOf =
  ({ logger }: Pick<Runtime, 'logger'>) =>
  (failure: string) =>
  (error: unknown): void =>
    logger.error({ err: error }, failure)

/** Returns what finding a caller needs: the database, the access rules, and the prefixes of secrets. */
export const sourceOf = ({ database, naming, application: { access } }: Runtime) => ({ database, access, naming })
