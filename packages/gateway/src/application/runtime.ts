import type { Database, ServiceSecrets } from '@roster/api'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { StoreOf } from '../http/rate-limit-stores.ts'
import type { Site } from '../naming/naming.ts'
import type { Redis } from '../redis/redis.ts'
import type { Settings } from '../settings/schema.ts'

/** What every part of the running application is made from. */
export interface Runtime extends Site {
  settings: Settings
  logger: Logger
  database: Database
  /** What keys, cursors and cookies are sealed and signed with. */
  secrets: ServiceSecrets
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** What is measured. */
  registry: Registry
  /** What processes share their counts by; undefined where each counts for itself. */
  redis: Redis | undefined
  /** Makes the stores that count requests and attempts. */
  storeOf: StoreOf
  /** Makes what logs the failures of work in the background. `failure` is a sentence without its full stop. */
  reporter: (failure: string) => (error: unknown) => void
}
