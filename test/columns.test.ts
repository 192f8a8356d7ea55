import { expect, test } from 'vitest'
import { filesOf, sources, textOf } from '../scripts/imports.ts'
import { roster } from './support/roster.ts'
import { columnSuite } from './support/suites/columns.ts'

await columnSuite(roster)

/** A statement, or its end, that gives whatever columns its table has; a part in brackets is read by what is around it. */
const EVERY_COLUMN = /(?<!\(\s*)\b(?:select|returning)\s+(?:\w+\.)?\*/i

test('no statement answers with every column of a table', () => {
  const files = [
    ...sources,
    ...filesOf('examples/**/*.ts', 'packages/create/template/**/*.ts', 'docs/*.md', 'packages/*/*.md'),
  ].filter((file) => !file.endsWith('.test.ts'))
  expect(files.filter((file) => EVERY_COLUMN.test(textOf(file)))).toEqual([])
})
