import type { Application, Database } from '@roster/core'
import type { Broker, ServiceSecrets } from '@roster/core/server'
import type { Logger } from 'pino'
import { memoryStore, redisStore, type StoreOf } from '../http/rate-limit-stores.ts'
import type { Site } from '../naming/site.ts'
import type { Redis } from '../redis/redis.ts'
import type { Settings } from '../settings/schema.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** What every part of a service is made from. */
export interface Runtime extends Site {
  application: Application
  settings: Settings
  logger: Logger
  database: Database
  /** What keys, cursors and cookies are sealed and signed with. */
  secrets: ServiceSecrets
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** What processes share their counts by. Default: each counts for itself. */
  redis?: Redis | undefined
  /** Where events are followed besides the database. Default: nowhere. */
  broker?: Broker | undefined
  /** What tells of it elsewhere. Default: nothing does. */
  telemetry?: Telemetry | undefined
}

/** Makes the stores that count requests and attempts. */
export const storesOf = ({ redis }: Runtime): StoreOf => (redis ? redisStore(redis) : memoryStore)

/** Makes what logs the failures of work in the background. `failure` is a sentence without its full stop. */
export const reporterOf =
  ({ logger }: Pick<Runtime, 'logger'>) =>
  (failure: string) =>
  (error: unknown): void =>
    logger.error({ err: error }, failure)

/** What callers are found with: the database, who may do what, and what their secrets begin with. */
export const sourceOf = ({ database, naming, application: { access } }: Runtime) => ({ database, access, naming })
