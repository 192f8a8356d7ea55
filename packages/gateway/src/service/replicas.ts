import type { Database } from '@roster/core'
import { type ReplicaState, withReplicas } from '@roster/core/server'
import type { Logger } from 'pino'
import type { Settings } from '../settings/schema.ts'

/**
 * Returns the database with the replicas of the settings, which answer for it. Closes the database and throws `ReplicaRefused` when one of them can never be
 * its replica.
 */
export async function openReplicas(database: Database, settings: Settings, logger: Logger): Promise<Database> {
  const { DATABASE_REPLICA_URL: urls, DATABASE_REPLICA_LAG: lag } = settings
  if (urls === undefined) return database
  try {
    return await withReplicas(database, { urls, lag, tell: tellIn(logger) })
  } catch (error) {
    await database.close()
    throw error
  }
}

const tellIn =
  (logger: Logger) =>
  ({ place, fault }: ReplicaState): void => {
    if (fault === undefined) logger.info(`The replica at ${place} answers lists and exports`)
    else logger.warn(`DATABASE_REPLICA_URL: the replica at ${place} is left out: ${fault}. The primary answers`)
  }
