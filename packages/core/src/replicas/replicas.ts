import { repeat } from '../background/repeat.ts'
import type { Database } from '../data/database.ts'
import { identify } from '../data/database-identity.ts'
import { whoAnswers } from '../data/pooling.ts'
import { askPosition } from './position.ts'
import { readsOf } from './reads.ts'
import { Replica, type ReplicaOptions, type ReplicasOptions } from './replica.ts'
import { ReplicaRefused } from './replica-refused.ts'

/** Interval at which a replica is checked, in milliseconds. */
const INTERVAL = 1_000

/** Time limit of a check besides the time for catching up, in milliseconds. */
const PATIENCE = 10_000

/** Opens the replicas of a database; see `withReplicas`. */
export async function openReplicas(database: Database, { urls, lag, tell }: ReplicasOptions): Promise<Database> {
  const { name, tracing } = database
  const shared = { name, tracing, database: await identify(database.query), lag, ask: askPosition(database), tell }
  await Promise.all(urls.map((url) => requireReplica(url, shared)))
  const replicas = urls.map((url) => new Replica({ ...shared, url }))
  const looking = replicas.map((replica) =>
    repeat(() => replica.look().then(() => INTERVAL), { patience: lag + PATIENCE, report: () => {} }),
  )
  return {
    ...database,
    reads: readsOf(database, replicas, shared.ask),
    async close() {
      await Promise.all(looking.map((one) => one.stop()))
      await Promise.all(replicas.map((replica) => replica.close()))
      await database.close()
    },
  }
}

/** Returns the fault of a replica, for which it would be left out now; undefined when it is fit. */
export async function faultOfReplica(database: Database, url: string, lag: number): Promise<string | undefined> {
  const replica = new Replica({
    url,
    name: database.name,
    database: await identify(database.query),
    lag,
    ask: askPosition(database),
    tell: () => {},
  })
  await replica.look()
  await replica.close()
  return replica.fault
}

/** Throws `ReplicaRefused` for the address of another database. An address without an answer is accepted, because its replica may start later. */
async function requireReplica(url: string, { name, database }: Pick<ReplicaOptions, 'name' | 'database'>) {
  const found = await whoAnswers(url, name).catch(() => undefined)
  if (found && found.database !== database)
    throw new ReplicaRefused(
      `DATABASE_REPLICA_URL names another database than DATABASE_URL at ${new URL(url).host}. A replica is a standby of the same server.`,
    )
}
