import { isDeepStrictEqual } from 'node:util'
import { type Header, openArchive, type Sums } from './archive.ts'
import type { Page } from './rows.ts'
import { RowSummer } from './sums.ts'
import { BackupError } from './tables.ts'

/** Reads an archive to its end, and returns its header and sums. Throws `BackupError` when it is not complete. */
export async function verify(file: string): Promise<{ header: Header; sums: Sums }> {
  const { header, lines } = await openArchive(file)
  return { header, sums: await verifyLines(file, lines) }
}

/** Computes the sums of an archive's rows, and returns those that it ends with. Throws `BackupError` when they differ. */
export async function verifyLines(file: string, lines: AsyncIterable<Page | { end: Sums }>): Promise<Sums> {
  const summers: Record<string, RowSummer> = {}
  for await (const page of lines) {
    if ('rows' in page) (summers[page.table] ??= new RowSummer()).add(page.rows)
    else if (isDeepStrictEqual(totalsOf(summers), withRows(page.end))) return page.end
  }
  throw new BackupError(`${file} was changed after it was made: its rows do not add up. Use another back-up.`)
}

const totalsOf = (summers: Record<string, RowSummer>): Sums =>
  Object.fromEntries(Object.entries(summers).map(([table, { total }]) => [table, total]))

/** Tables without rows have no page. */
const withRows = (sums: Sums): Sums => Object.fromEntries(Object.entries(sums).filter(([, { count }]) => count > 0))
