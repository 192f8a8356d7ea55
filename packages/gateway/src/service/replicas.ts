import type { Database } from '@roster/core'
import { type ReplicaState, withReplicas } from '@roster/core/server'
import type { Logger } from 'pino'
import type { Settings } from '../settings/schema.ts'

/** Lets the replicas that the settings name answer for a database. Closes it, and throws `ReplicaRefused`, where one can never be a replica of it. */
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
