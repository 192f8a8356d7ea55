import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import type { Database } from '../data/database.ts'
import { type Ledger, makeAlone } from '../data/migrate.ts'
import { type Archive, openArchive, type Sums } from './archive.ts'
import { addPage, begin, finish, type Reached } from './destination.ts'
import type { Progress } from './progress.ts'
import type { Page } from './rows.ts'
import { areSealedWith } from './seal.ts'
import { BackupError } from './tables.ts'
import { verifyLines } from './verify.ts'

export interface RestoreOptions {
  /** Path of the archive. */
  file: string
  /** An empty database, or one with an interrupted copy of the same archive. */
  database: Database
  ledgers: readonly Ledger[]
  /** The secrets of the service whose database is in the archive. */
  secrets: ServiceSecrets
  onProgress: (progress: Progress) => void
}

/**
 * Copies all rows of an archive into a database. Subscribers whose cursor is newer than the archive get `reset`; others resume. The archive is verified
 * before anything is written. Throws `BackupError`.
 */
export async function restore({ file, database, ledgers, secrets, onProgress }: RestoreOptions): Promise<void> {
  const { header, lines } = await openArchive(file)
  if (header.application !== database.name)
    throw new BackupError(`${file} is a back-up of ${header.application}, not of ${database.name}.`)
  if (!areSealedWith(secrets, header.seal))
    throw new BackupError(
      `${file} was sealed with another secret. Give the one that the service had when it was made; where it had several, give all of them: new,old.`,
    )
  const sums = await verifyLines(file, lines)
  const source = `${header.made_at} ${JSON.stringify(sums)}`
  await makeAlone(database, async () => {
    const reached = await begin(database, ledgers, { source, tables: header.tables, migrations: header.migrations })
    await addAll(database, await openArchive(file), { sums, reached, onProgress })
    await finish(database, header.tables, sums, 'in another epoch')
  })
}

interface Adding {
  sums: Sums
  reached: Reached | undefined
  onProgress: RestoreOptions['onProgress']
}

async function addAll({ query }: Database, { header, lines }: Archive, { sums, reached, onProgress }: Adding) {
  const tables = new Map(header.tables.map((table) => [table.name, table]))
  const done = new Map<string, number>()
  let isThere = reached !== undefined
  for await (const page of lines) {
    if ('end' in page) return
    if (!isThere) await addPage(query, tables.get(page.table)!, page)
    if (reached && isThere && isLast(page, reached)) isThere = false
    const count = (done.get(page.table) ?? 0) + page.rows.length
    done.set(page.table, count)
    onProgress({ table: page.table, done: count, total: sums[page.table]!.count })
  }
}

/** Whether a page is the last one that an interrupted copy has written. */
const isLast = ({ table, rows }: Page, reached: Reached) => table === reached.table && rows.at(-1) === reached.row
