import type { Result } from './measure.ts'
import type { Row } from './row.ts'

const HEADINGS = ['', 'requests/s', 'ratio', 'server µs', 'ratio', 'p99 ms']

/** The results of a row as a Markdown table. */
export function table(row: Row, results: readonly Result[]): string {
  const lines = results.map(({ contender, perSecond, p99, cpu, ratio, thrift }) => [
    contender,
    Math.round(perSecond).toLocaleString('en'),
    ratio.toFixed(2),
    cpu.toFixed(0),
    thrift.toFixed(2),
    p99.toFixed(1),
  ])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => line[column]!.length)),
  )
  const cells = (line: readonly string[]) =>
    line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const body = [cells(HEADINGS), rule, ...lines.map(cells)].map((line) => `| ${line.join(' | ')} |`)
  return `**${row.title}** (aim: ${row.aim})\n\n${body.join('\n')}\n`
}
