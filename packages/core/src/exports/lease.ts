import { randomUUID } from 'node:crypto'
import { columnList } from '../data/column-list.ts'
import type { Database } from '../data/database.ts'
import type { Transaction } from '../data/transaction.ts'
import { ExportEntity, type ExportRow } from './export.entity.ts'

/** Length of a lease that is not renewed. After a crash, another process takes the export this much later. */
const LEASE = `interval '10 seconds'`

/** Interval at which a lease is renewed, in milliseconds. */
const HEARTBEAT = 2_500

/** The lease has expired, and another process has taken the export. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const columns = columnList(ExportEntity)

export interface Progress {
  done: number
  total: number
}

// The same statement deletes the parts of an earlier, unfinished attempt, so that attempts never mix.
const claim = {
  name: 'export claim',
  text: `with free as (
      select id as free_id from exports
      where status in ('pending', 'running') and (leased_until is null or leased_until < now()) and expires_at > $2
        and (kind is null or kind = any($3))
      order by created_at, id limit 1 for update skip locked),
    claimed as (
      update exports set status = 'running', lease = $1, leased_until = now() + ${LEASE}, done = 0
      from free where id = free_id returning ${columns}),
    cleared as (delete from export_parts p using claimed where p.export_id = claimed.id)
    select ${columns} from claimed`,
}

// Locks the row, so that the lease cannot be lost between the check and the write of the part.
const savePart = {
  name: 'export part saved',
  text: `with held as (
      update exports set leased_until = now() + ${LEASE}, done = $3, total = $4 where id = $1 and lease = $2 returning id)
    insert into export_parts (export_id, number, bytes) select id, $5, $6 from held returning number`,
}

const keep = {
  name: 'export lease kept',
  text: `update exports set leased_until = now() + ${LEASE}, done = $3, total = $4 where id = $1 and lease = $2 returning id`,
}

const giveBack = {
  name: 'export lease given back',
  text: `update exports set status = 'pending', lease = null, leased_until = now() + make_interval(secs => $3), failures = failures + $4
    where id = $1 and lease = $2`,
}

const end = {
  name: 'export finished',
  text: `update exports set status = $3, size = $4, sha256 = $5, done = $6, total = $7, finished_at = $8, lease = null, leased_until = null
    where id = $1 and lease = $2 returning ${columns}`,
}

/** The lease of one export: the right to write its file. A newer lease of the same export ends it, and its methods then throw `LeaseLost`. */
export class Lease {
  readonly #database: Database
  readonly #key: [id: string, lease: string]
  progress: Progress

  constructor(database: Database, lease: string, { id, done, total }: ExportRow) {
    this.#database = database
    this.#key = [id, lease]
    this.progress = { done, total }
  }

  /** Renews the lease at intervals until the returned function is called. Calls `lose` with the error when a renewal fails or comes too late. */
  keepAlive(lose: (error: unknown) => void): () => void {
    const timer = setInterval(() => void this.keep().catch(lose), HEARTBEAT)
    return () => clearInterval(timer)
  }

  async keep(): Promise<void> {
    const { done, total } = this.progress
    requireHeld(await this.#database.query(keep, [...this.#key, done, total]))
  }

  /** Stores a part of the file. */
  async save(number: number, bytes: Uint8Array): Promise<void> {
    const { done, total } = this.progress
    requireHeld(await this.#database.query(savePart, [...this.#key, done, total, number, bytes]))
  }

  /** Ends the lease, so that a process may take the export again after `delay` seconds. Adds `failures` to the failed attempts. */
  async giveBack(delay = 0, failures = 0): Promise<void> {
    await this.#database.query(giveBack, [...this.#key, delay, failures])
  }

  /** Ends the export in a transaction. Returns the export as it is from the commit on. */
  async end(transaction: Transaction, outcome: Pick<ExportRow, 'status' | 'size' | 'sha256' | 'finished_at'>) {
    const { status, size, sha256, finished_at } = outcome
    const { done } = this.progress
    const total = status === 'succeeded' ? done : this.progress.total
    return requireHeld(
      await transaction.query<ExportRow>(end, [...this.#key, status, size, sha256, done, total, finished_at]),
    )
  }
}

function requireHeld<Row>([row]: Row[]): Row {
  if (row === undefined) throw new LeaseLost('Another process has taken this export.')
  return row
}

/** An export to be made, with its lease. */
export interface Job {
  row: ExportRow & { failures: number }
  lease: Lease
}

/**
 * Takes the oldest unfinished export without a lease, or with one that has expired. Returns undefined when there is none. Exports of other kinds are left to
 * processes of a later version. `time` is in milliseconds.
 */
export async function claimExport(
  database: Database,
  time: number,
  kinds: readonly string[],
): Promise<Job | undefined> {
  const name = randomUUID()
  const [row] = await database.query<Job['row']>(claim, [name, new Date(time).toISOString(), kinds])
  return row && { row, lease: new Lease(database, name, row) }
}

// `leased_until` without a lease is a pause after a failure, and stays.
const endAll = { text: 'update exports set lease = null, leased_until = null where lease is not null' }

/** Ends all leases. For a process that has the database alone, at its start: every holder of a lease was killed. */
export async function endExportLeases(database: Database): Promise<void> {
  await database.query(endAll)
}
