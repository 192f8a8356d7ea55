import { csvLine } from './csv.ts'
import type { ExportRecord } from './exports.contract.ts'

/** How records are written. */
interface Format {
  /** What comes before the first record. */
  header: string
  /** A record with its line break. */
  line: (record: Row) => string
}

type Row = Readonly<Record<string, unknown>>

/** How records with these members are written. */
export const formatsOf = (columns: readonly string[]): Record<ExportRecord['format'], Format> => ({
  ndjson: { header: '', line: (record) => `${JSON.stringify(shown(record, columns))}\n` },
  csv: { header: csvLine(columns), line: (record) => csvLine(columns.map((column) => cellOf(record[column]))) },
})

/** Nothing is an empty cell, and what is no text and no number is written as JSON. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

/** The members of a row that a record has, in their order. */
const shown = (row: Row, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))
