import { entities } from '@roster/api'
import type { Database } from '@roster/core'
import { openDatabase, startEventLog, withReplicas } from '@roster/core/server'
import { serveRoster } from './serve-roster.ts'

const opened = await openDatabase({ url: process.env['DATABASE_URL']! }, { name: 'roster', entities })
// Replicas are recognized by their event log.
const log = await startEventLog({ database: opened, now: Date.now, report: console.error })
await log.stop()

let statements = 0
const query: Database['query'] = (...call) => {
  statements++
  return opened.query(...call)
}
const counted: Database = { ...opened, query, reads: { ...opened.reads, query } }

/** Returns the database with a replica, as soon as the replica answers reads. */
async function replicated(url: string): Promise<Database> {
  const { promise: fit, resolve } = Promise.withResolvers<void>()
  const tell = ({ fault }: { fault: string | undefined }) => fault === undefined && resolve()
  const database = await withReplicas(counted, { urls: [url], lag: 250, tell: (replica) => void tell(replica) })
  await fit
  return database
}

const { DATABASE_REPLICA_URL: url } = process.env
await serveRoster(url === undefined ? counted : await replicated(url), { statements: () => statements })
