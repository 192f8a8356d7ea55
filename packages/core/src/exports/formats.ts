import type { z } from 'zod'
import { numberOf } from '../data/number-of.ts'
import { narrowed } from '../validation/narrowed.ts'
import { csvLine } from './csv.ts'
import type { ExportRecord } from './exports.contract.ts'

/** A format of files. */
interface Format {
  /** Text before the first record. */
  header: string
  /** Returns the line of a record, with its line break. */
  line: (record: Row) => string
}

type Row = Readonly<Record<string, unknown>>

/** Returns the formats for records of a schema. A line has what the schema declares, at every depth. */
export function formatsOf({ shape }: z.ZodObject): Record<ExportRecord['format'], Format> {
  const columns = Object.keys(shape)
  const numbers = new Set(columns.filter((column) => isNumber(shape[column])))
  const valueIn = (row: Row, column: string) => {
    const value = row[column]
    if (numbers.has(column)) return inNumbers(value)
    return typeof value === 'object' ? narrowed(shape[column], value) : value
  }
  const shown = (row: Row) => Object.fromEntries(columns.map((column) => [column, valueIn(row, column)]))
  return {
    ndjson: { header: '', line: (row) => `${JSON.stringify(shown(row))}\n` },
    csv: { header: csvLine(columns), line: (row) => csvLine(columns.map((column) => cellOf(valueIn(row, column)))) },
  }
}

/** Whether a schema is of numbers, optional and nullable ones included. */
function isNumber({ _zod }: z.core.$ZodType): boolean {
  const { type, innerType } = _zod.def as { type: string; innerType?: z.core.$ZodType }
  return innerType ? isNumber(innerType) : type === 'number'
}

/** Turns a text into a number: a driver returns numbers of a column such as `numeric` as texts, and a negative one would pass for a formula. */
const inNumbers = (value: unknown) => numberOf(value) ?? value

/** Returns the cell of a value: empty for null and undefined, JSON for other values than texts and numbers. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
