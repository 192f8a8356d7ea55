import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../data/database.ts'
import type { Query } from '../data/statement.ts'
import type { Conditions } from '../data/conditions.ts'
import type { Exported } from './exported.ts'
import { formatsOf } from './formats.ts'
import type { Job, Lease } from './lease.ts'
import { PART_SIZE } from './parts.ts'

/** The columns that order the records and identify one. */
const KEY = ['created_at', 'id']

/** Number of records in one read. On PGlite only the records of one read are consistent with each other. */
const SLICE = 2_000

/** Writes the file of an export from one snapshot of the database. At any time, only one slice of the records and one part of the file are in memory. */
export function writeFile({ row, lease }: Job, exported: Exported, database: Database, signal: AbortSignal) {
  const { table, schema } = exported
  const where = exported.select(z.strictObject(exported.filter).parse(row.filter), row.user_id)
  const columns = Object.keys(schema.shape)
  const format = formatsOf(schema)[row.format]

  const reads = readsReplica(row, database) ? database.reads : database
  return reads.snapshot(async (snapshot) => {
    const { total, last } = await extentOf(snapshot.query, table, where)
    const known = where.and((value) => `"id" <= ${value(last)}`)
    const rows = { table, columns: [...new Set([...columns, ...KEY])], where: known, key: KEY }
    lease.progress = { done: 0, total }
    const file = new FileWriter(lease)
    await file.write(format.header)
    for await (const slice of snapshot.slices<Record<string, unknown>>(rows, SLICE)) {
      signal.throwIfAborted()
      lease.progress = { done: lease.progress.done + slice.length, total }
      await file.write(slice.map((record) => format.line(record)).join(''))
      await nextTurn()
    }
    return file.end()
  })
}

/** Whether an attempt may read at a replica: the first. A replica ends a long read that delays its replay, by a refusal or with the connection. */
export const readsReplica = ({ failures }: Job['row'], { reads }: Database): boolean =>
  failures === 0 && reads.replication !== undefined

interface Extent {
  total: number
  last: string | null
}

async function extentOf(query: Query, table: string, where: Conditions): Promise<Extent> {
  const text = `select count(*) as total, max(id) as last from "${table}" where ${where.text}`
  const [extent] = await query<Extent>({ text }, where.values)
  return extent!
}

/** Stores text as the parts of a file, and computes its size and digest. All parts share one buffer, which keeps garbage small. */
class FileWriter {
  readonly #lease: Lease
  readonly #hash = createHash('sha256')
  readonly #part = Buffer.alloc(PART_SIZE)
  #filled = 0
  #saved = 0

  constructor(lease: Lease) {
    this.#lease = lease
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    this.#hash.update(bytes)
    for (let from = 0; from < bytes.length;) {
      const copied = bytes.copy(this.#part, this.#filled, from)
      from += copied
      this.#filled += copied
      if (this.#filled === PART_SIZE) await this.#save()
    }
  }

  async end(): Promise<{ size: number; sha256: string }> {
    const size = this.#saved * PART_SIZE + this.#filled
    if (this.#filled > 0) await this.#save()
    return { size, sha256: this.#hash.digest('hex') }
  }

  async #save(): Promise<void> {
    await this.#lease.save(this.#saved++, this.#part.subarray(0, this.#filled))
    this.#filled = 0
  }
}
