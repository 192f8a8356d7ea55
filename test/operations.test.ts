import { existsSync } from 'node:fs'
import { join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { filesOf, sources, textOf } from '../scripts/imports.ts'
import { metricsIn, metricsServed } from './support/metrics.ts'

const PAGE = 'docs/operations.md'
const FAULTS = 'test/faults/README.md'

/** The cells of the rows of a page's tables, without their heads. */
const rowsOf = (page: string): string[][] =>
  textOf(page)
    .split(/\n\n/)
    .filter((block) => block.startsWith('|'))
    .flatMap((table) => table.trim().split('\n').slice(2))
    .map((row) =>
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** The tests that a text links. */
const testsIn = (page: string, text: string): string[] =>
  Array.from(text.matchAll(/\]\(([^)]+\.test\.ts)\)/g), ([, link]) => join(page, '..', link!))

const rows = rowsOf(PAGE)

test('every row says what happens, how it shows, what to do, and which test shows it', () => {
  expect(rows.length).toBeGreaterThan(15)
  const incomplete = rows.filter(
    (cells) => cells.length !== 4 || cells.some((cell) => cell === '') || testsIn(PAGE, cells[3]!).length === 0,
  )
  expect(incomplete).toEqual([])
  expect(rows.flatMap(([, , , tests]) => testsIn(PAGE, tests!)).filter((file) => !existsSync(file))).toEqual([])
})

test('whatever is tried as a fault is told to operators', () => {
  const told = new Set(rows.flatMap((cells) => testsIn(PAGE, cells[3]!)))
  const tried = [
    ...rowsOf(FAULTS).flatMap((cells) => testsIn(FAULTS, cells.at(-1)!)),
    ...filesOf('test/faults/*.test.ts'),
  ]
  expect(tried.length).toBeGreaterThan(10)
  expect(tried.filter((file) => !told.has(file))).toEqual([])
})

test('every line of the log that it quotes is one that is written', () => {
  const quoted = Array.from(textOf(PAGE).matchAll(/“([^”]+)”/g), ([, line]) => line!).filter(
    (line) => line !== 'quotes',
  )
  expect(quoted.length).toBeGreaterThan(5)
  const written = sources.map(textOf).join('\n')
  expect(quoted.filter((line) => !written.includes(line))).toEqual([])
})

test('every metric that it names is served', async () => {
  const named = metricsIn(textOf(PAGE))
  expect(named.length).toBeGreaterThan(5)
  const served = await metricsServed()
  expect(named.filter((name) => !served.has(name))).toEqual([])
})
