import { user, type UserRecord } from '../users/users.contract.ts'
import { csvLine } from './csv.ts'
import type { ExportRecord } from './exports.contract.ts'

/** How records are written. */
interface Format {
  /** What comes before the first record. */
  header: string
  /** A record with its line break. */
  line: (record: UserRecord) => string
}

const columns = Object.keys(user.shape) as (keyof UserRecord)[]

export const formats: Record<ExportRecord['format'], Format> = {
  ndjson: { header: '', line: (record) => `${JSON.stringify(record)}\n` },
  csv: { header: csvLine(columns), line: (record) => csvLine(columns.map((column) => record[column])) },
}
