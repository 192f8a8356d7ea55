import type { Database } from '../data/database.ts'
import type { Ledger } from '../data/migrate.ts'
import type { Snapshot } from '../data/snapshot.ts'
import { secretsIn } from '../crypto/secrets-in.ts'
import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import { type Header, type Sums, writeArchive } from './archive.ts'
import { copiedTables } from './copied-tables.ts'
import { readMigrations } from './migrations.ts'
import { readMoment } from './moment.ts'
import type { Progress } from './progress.ts'
import { type Page, pagesOf } from './rows.ts'
import { sealsOf } from './seal.ts'
import { RowSummer } from './sums.ts'
import type { Table } from './tables.ts'

export interface BackupOptions {
  database: Database
  ledgers: readonly Ledger[]
  secrets: ServiceSecrets
  /** Path of the archive to write. */
  file: string
  /** The time in milliseconds since the epoch. */
  now: number
  onProgress: (progress: Progress) => void
}

/**
 * Writes all rows of a database into an archive. On a server they are of one snapshot, and other processes go on using the database; the embedded database
 * must not be in use. Sealed texts stay sealed in the archive. Throws `BackupError`.
 */
export async function backUp({ database, ledgers, secrets, file, now, onProgress }: BackupOptions): Promise<void> {
  await readMoment(database, async (snapshot) => {
    const { query } = snapshot
    const tables = await copiedTables(query, ledgers)
    const header: Header = {
      format: 1,
      application: database.name,
      made_at: new Date(now).toISOString(),
      tables,
      migrations: await readMigrations(query, ledgers),
      seal: sealsOf(await secretsIn(query, secrets)),
    }
    await writeArchive(file, header, contentOf(snapshot, tables, onProgress))
  })
}

async function* contentOf(
  { query }: Snapshot,
  tables: readonly Table[],
  onProgress: BackupOptions['onProgress'],
): AsyncGenerator<Page | { end: Sums }> {
  const end: Sums = {}
  for (const table of tables) {
    const [{ total }] = (await query<{ total: number }>({ text: `select count(*) as total from "${table.name}"` })) as [
      { total: number },
    ]
    const summer = new RowSummer()
    for await (const page of pagesOf(query, table)) {
      summer.add(page.rows)
      yield page
      onProgress({ table: table.name, done: summer.total.count, total })
    }
    end[table.name] = summer.total
  }
  yield { end }
}
