import type { Measured } from './measure.ts'
import { operations } from './operations.ts'
import type { Size } from './sizes.ts'

/** The measurements of one size. */
export interface Column {
  title: string
  measured: Measured
  sizes: readonly Size[]
  /** Sizes of the tables before the vacuum, if measured. */
  swollen?: readonly Size[]
}

/** Returns the columns as Markdown tables: milliseconds with their ratio to the first column, and megabytes. */
export function tablesOf(columns: readonly Column[]): string {
  const titles = columns.map(({ title }) => title)
  const times = operations.map(({ name }, row) =>
    [name].concat(columns.map((column) => timeOf(column, columns[0]!, row))),
  )
  const sizes = columns[0]!.sizes.map(({ name }, row) => [name].concat(columns.map((column) => sizeOf(column, row))))
  return [
    markdown(['ms (times the first)'].concat(titles), times),
    markdown(['MB, table + indexes'].concat(titles), sizes),
  ].join('\n')
}

function timeOf(column: Column, first: Column, row: number): string {
  const time = column.measured[row]!
  return column === first ? ms(time) : `${ms(time)} (${(time / first.measured[row]!).toFixed(1)})`
}

function sizeOf({ sizes, swollen }: Column, row: number): string {
  const text = ({ table, indexes }: Size) => `${mb(table)} + ${mb(indexes)}`
  return swollen ? `${text(swollen[row]!)}, then ${text(sizes[row]!)}` : text(sizes[row]!)
}

const ms = (value: number) => value.toFixed(1)
const mb = (value: number) => value.toFixed(value < 10 ? 1 : 0)

function markdown(headings: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = headings.map((_, column) => (column === 0 ? '---' : '---:'))
  return `${[headings, rule, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`
}
