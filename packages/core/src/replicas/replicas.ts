import { repeat } from '../background/repeat.ts'
import type { Database } from '../data/database.ts'
import { DATABASE, whoAnswers } from '../data/pooling.ts'
import { inSnapshot } from '../data/postgres-snapshot.ts'
import { isRefusal } from '../data/refusal.ts'
import { hasLost } from '../data/retry.ts'
import type { Reads } from '../data/reads.ts'
import { askPosition } from './position.ts'
import { type Caught, Replica, type ReplicaOptions } from './replica.ts'

/** How often a replica is looked at, whoever reads, in milliseconds. */
const INTERVAL = 1_000

/** How long a look may take beside the time for catching up, in milliseconds. */
const PATIENCE = 10_000

/** `DATABASE_REPLICA_URL` names a database that can never be a replica. The message says why. */
export class ReplicaRefused extends Error {
  override readonly name = 'ReplicaRefused'
}

export interface ReplicasOptions extends Pick<ReplicaOptions, 'lag' | 'tell'> {
  urls: readonly string[]
}

/**
 * A database whose reads of lists and exports are answered by replicas: each once it has replayed all that the primary had when it was asked, so that what
 * anybody was acknowledged is seen, whichever process acknowledged it and whichever answers. One that does not catch up in time, or is gone, is left out until it is
 * fit again, and the primary answers. Throws `ReplicaRefused` for one of another database.
 */
export async function withReplicas(database: Database, { urls, lag, tell }: ReplicasOptions): Promise<Database> {
  const shared = { name: database.name, database: await identify(database), lag, ask: askPosition(database), tell }
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

/** Why a replica would be left out now; undefined for one that is fit to answer. */
export async function examineReplica(database: Database, url: string, lag: number): Promise<string | undefined> {
  const replica = new Replica({
    url,
    name: database.name,
    database: await identify(database),
    lag,
    ask: askPosition(database),
    tell: () => {},
  })
  await replica.look()
  await replica.close()
  return replica.fault
}

async function identify({ query }: Database): Promise<string> {
  const [own] = await query<{ database: string }>({ text: `select ${DATABASE} as database` })
  return own!.database
}

/** One that does not answer may yet come. */
async function requireReplica(url: string, { name, database }: Pick<ReplicaOptions, 'name' | 'database'>) {
  const found = await whoAnswers(url, name).catch(() => undefined)
  if (found && found.database !== database)
    throw new ReplicaRefused(
      `DATABASE_REPLICA_URL names another database than DATABASE_URL at ${new URL(url).host}. A replica is a standby of the same server.`,
    )
}

function readsOf(primary: Database, replicas: readonly Replica[], ask: ReplicaOptions['ask']): Reads {
  const counts = { primary: 0, replica: 0 }
  let turn = 0

  /** A connection to the next replica that is fit, if there is one. */
  async function take(): Promise<Caught | undefined> {
    const fit = replicas.filter(({ fault }) => fault === undefined)
    if (fit.length === 0) return undefined
    const position = await ask().catch(() => undefined)
    return position && fit[turn++ % fit.length]!.take(position)
  }

  return {
    replication: { counts, replicas },
    async query(...call) {
      const caught = await take()
      if (caught) {
        try {
          const rows = await caught.query(...call)
          counts.replica++
          return rows as never
        } catch (error) {
          // Not for what is wrong with the statement: it would be so at the primary.
          if (isRefusal(error) && !hasLost(error)) throw error
        }
      }
      counts.primary++
      return primary.query(...call)
    },
    async snapshot(read) {
      const caught = await take()
      counts[caught ? 'replica' : 'primary']++
      return caught ? inSnapshot(async () => caught.client, read) : primary.snapshot(read)
    },
  }
}
