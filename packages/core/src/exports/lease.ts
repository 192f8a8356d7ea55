import { randomUUID } from 'node:crypto'
import { columnList } from '../data/column-list.ts'
import type { Database } from '../data/database.ts'
import type { Transaction } from '../data/transaction.ts'
import { ExportEntity, type ExportRow } from './export.entity.ts'

/** How long an export belongs to who took it, unless they say that they live: what a crash delays it by. */
const LEASE = `interval '10 seconds'`

/** How often that is said, in milliseconds. */
const HEARTBEAT = 2_500

/** Somebody else took the export, because this process was silent for too long. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const columns = columnList(ExportEntity)

export interface Progress {
  done: number
  total: number
}

// The parts of an attempt that ended half-way go in the same statement, so that no attempt finds those of another.
const claim = {
  name: 'export claim',
  text: `with free as (
      select id as free_id from exports
      where status in ('pending', 'running') and (leased_until is null or leased_until < now()) and expires_at > $2
      order by created_at, id limit 1 for update skip locked),
    claimed as (
      update exports set status = 'running', lease = $1, leased_until = now() + ${LEASE}, done = 0
      from free where id = free_id returning ${columns}),
    cleared as (delete from export_parts p using claimed where p.export_id = claimed.id)
    select ${columns} from claimed`,
}

// Locking the row keeps the lease from being lost between the check and the part.
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

/** The right to make one export. Whoever holds a newer lease of the export ends this one; what is done with it then throws `LeaseLost`. */
export class Lease {
  readonly #database: Database
  readonly #key: [id: string, lease: string]
  progress: Progress

  constructor(database: Database, lease: string, { id, done, total }: ExportRow) {
    this.#database = database
    this.#key = [id, lease]
    this.progress = { done, total }
  }

  /** Says that this process lives, until the returned function is called. `lose` is called when it was too late, or cannot be said. */
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

  /** Lets others take the export, after `delay` seconds. `failures` is how many times more it has failed now. */
  async giveBack(delay = 0, failures = 0): Promise<void> {
    await this.#database.query(giveBack, [...this.#key, delay, failures])
  }

  /** Ends the export. Returns it as it is from the commit on. */
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

/** An export that is to be made, and the right to make it. */
export interface Job {
  row: ExportRow & { failures: number }
  lease: Lease
}

/** Takes the oldest export that nobody makes; undefined when there is none. `time` is in milliseconds. */
export async function claimExport(database: Database, time: number): Promise<Job | undefined> {
  const name = randomUUID()
  const [row] = await database.query<Job['row']>(claim, [name, new Date(time).toISOString()])
  return row && { row, lease: new Lease(database, name, row) }
}

// Without a lease it may pause after a failure.
const endAll = { text: 'update exports set lease = null, leased_until = null where lease is not null' }

/** Ends every lease. Only for who has the database alone, at the start: whoever holds one was killed. */
export async function endExportLeases(database: Database): Promise<void> {
  await database.query(endAll)
}
