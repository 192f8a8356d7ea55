import type { Result } from './measure.ts'
import type { Row } from './row.ts'

/** Returns the results of a row as a Markdown table. */
export function table({ title, aim, columns }: Row, results: readonly Result[]): string {
  const headings = ['', ...columns.map(({ heading }) => heading)]
  const lines = results.map(({ contender, values }) => [
    contender,
    ...values.map((value, index) => textOf(value, columns[index]!.digits)),
  ])
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => line[column]!.length)),
  )
  const cells = (line: readonly string[]) =>
    line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const body = [cells(headings), rule, ...lines.map(cells)].map((line) => `| ${line.join(' | ')} |`)
  return `**${title}** (aim: ${aim})\n\n${body.join('\n')}\n`
}

const textOf = (value: number, digits: number) =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
