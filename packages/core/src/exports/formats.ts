import type { z } from 'zod'
import { numberOf } from '../data/number-of.ts'
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

/** How records of this schema are written. */
export function formatsOf({ shape }: z.ZodObject): Record<ExportRecord['format'], Format> {
  const columns = Object.keys(shape)
  const numbers = new Set(columns.filter((column) => isNumber(shape[column])))
  const valueIn = (row: Row, column: string) => (numbers.has(column) ? inNumbers(row[column]) : row[column])
  const shown = (row: Row) => Object.fromEntries(columns.map((column) => [column, valueIn(row, column)]))
  return {
    ndjson: { header: '', line: (row) => `${JSON.stringify(shown(row))}\n` },
    csv: { header: csvLine(columns), line: (row) => csvLine(columns.map((column) => cellOf(valueIn(row, column)))) },
  }
}

/** Whether a schema calls a value a number, whatever else it may be. */
function isNumber({ _zod }: z.core.$ZodType): boolean {
  const { type, innerType } = _zod.def as { type: string; innerType?: z.core.$ZodType }
  return innerType ? isNumber(innerType) : type === 'number'
}

/** A driver gives the numbers of a column such as `numeric` as texts, which a spreadsheet would take for a formula. */
const inNumbers = (value: unknown) => numberOf(value) ?? value

/** Nothing is an empty cell, and what is no text and no number is written as JSON. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
