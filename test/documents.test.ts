import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resources } from '@roster/api/app'
import { expect, test } from 'vitest'
import { accessDocument } from '../scripts/access-document.ts'
import { architectureDocument } from '../scripts/architecture-document.ts'
import { filesOf, textOf } from '../scripts/imports.ts'
import { formatted } from '../packages/generator/src/text/format.ts'

const root = new URL('../', import.meta.url)
const contracts = Object.values(resources).map(({ contract }) => contract)

test.each([
  ['access.md', () => accessDocument(contracts)],
  ['architecture.md', architectureDocument],
])('docs/%s is what `npm run docs` writes', async (name, write) => {
  const committed = await readFile(new URL(`docs/${name}`, root), 'utf8')
  expect(committed).toBe(await formatted(name, write()))
})

const NAMED = /`((?:packages|test|scripts|docs|examples)\/[\w./-]+)[`:]/g

/** Pages that name what is not there: what was there once, and what a reader is to make. */
const isOfElsewhere = (page: string, path: string) => page === 'CHANGELOG.md' || path.includes('/notes/')

test('a file or folder of the project that a page names is there', () => {
  const missing = filesOf('*.md', 'docs/**/*.md', 'packages/*/*.md').flatMap((page) =>
    Array.from(textOf(page).matchAll(NAMED), ([, path = '']) => path)
      .filter((path) => !isOfElsewhere(page, path) && !existsSync(new URL(path, root)))
      .map((path) => `${page}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('what "Adding a resource" imports is there', () => {
  const text = textOf('CONTRIBUTING.md')
  const folder = new URL('packages/api/src/notes/', root)
  const imported = [...text.matchAll(/from '(\.\.\/[^']+)'/g)].map(([, path = '']) => path)
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.filter((path) => !existsSync(new URL(path, folder)))).toEqual([])
})
