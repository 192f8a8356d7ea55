import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import { resources } from '@roster/api'
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

/** Pages for people: all but those that follow from the code and the history. */
const PAGES = filesOf(
  '*.md',
  'docs/*.md',
  'docs/decisions/*.md',
  'packages/*/*.md',
  'packages/*/docs/*.md',
  'examples/**/*.md',
  'test/**/*.md',
  'bench/*.md',
).filter((page) => !textOf(page).startsWith('<!-- Written by `roster-generate`'))
const LINK = /(?<!`)\[[^\]]+\]\((?<target>[^)\s]+)\)|<img[^>]*src="(?<image>[^"]+)"/g

/** How GitHub names a heading in an address. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')

const anchorsIn = (page: string) =>
  Array.from(textOf(page).matchAll(/^#+ (.+)$/gm), ([, heading]) => anchorOf(heading!))

const linksIn = (page: string) =>
  Array.from(textOf(page).matchAll(LINK), ({ groups = {} }) => groups['target'] ?? groups['image']!)

/** Links to elsewhere are not followed. */
const isElsewhere = (link: string) => /^[a-z]+:/.test(link)

/** Whether a link of a page leads to something of the project. */
function leads(page: string, link: string): boolean {
  if (isElsewhere(link)) return true
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(new URL(file, root))) return false
  return anchor === undefined || anchorsIn(file).includes(anchor)
}

test('every link of a page leads to a file, and to a heading in it', () => {
  const links = PAGES.flatMap((page) => linksIn(page).map((link) => ({ page, link })))
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ page, link }) => !leads(page, link))).toEqual([])
})

test('every cell of the comparison in README.md says where it is from, or that nothing was found', () => {
  const [, comparison = ''] = textOf('README.md').split('## Beside others')
  const [head, , ...rows] = comparison.split('\n').filter((line) => line.startsWith('|'))
  const cells = [head!, ...rows].flatMap((row) => row.split('|').slice(2, -1))
  expect(cells.length).toBeGreaterThan(50)
  expect(cells.filter((cell) => !/\]\([^)]+\)|^ —\s*$/.test(cell))).toEqual([])
})

const COMMANDS = /^```sh\n(?<text>[\s\S]*?)^```$/gm

/**
 * A comment after a command, signs of the shell in a comment, and an address with a query outside of quotation marks: zsh, the shell of macOS, takes all three
 * otherwise.
 */
const OTHERWISE_IN_ZSH = /^#.*[;'"()&|<>`]|^(?!#).*\S\s+#\s|^(?:[^'"]|'[^']*'|"[^"]*")*\shttps?:\/\/[^\s'"]*\?/

test('the commands of a page can be pasted into any shell', () => {
  const commands = PAGES.flatMap((page) =>
    Array.from(textOf(page).matchAll(COMMANDS), ({ groups }) => groups!['text']!)
      .flatMap((text) => text.split('\n'))
      .map((line) => `${page}: ${line}`),
  )
  expect(commands.length).toBeGreaterThan(100)
  expect(commands.filter((command) => OTHERWISE_IN_ZSH.test(command.replace(/^\S+ /, '')))).toEqual([])
})

/** What a person reads at a sitting. */
const WORDS = 2_500

/** Pages of tables, in which a reader looks up one line. */
const LOOKED_UP = new Set(['docs/operations.md', 'bench/RESULTS.md'])

const wordsOf = (page: string) => textOf(page).split(/\s+/).length

test('no page is longer than a person reads', () => {
  const long = PAGES.filter((page) => !LOOKED_UP.has(page) && wordsOf(page) > WORDS)
  expect(long).toEqual([])
})

/** The pages that a link leads to: one, that of a folder, or all in a folder. */
function pagesAt(path: string): string[] {
  const [own] = filesOf(`${path}/README.md`)
  if (own !== undefined) return [own]
  return path.endsWith('.md') ? filesOf(path) : filesOf(`${path}/*.md`)
}

test('every page is found from the first one', () => {
  const found = new Set(['README.md'])
  for (const page of found)
    for (const target of linksIn(page).filter((link) => !isElsewhere(link))) {
      const [path = ''] = target.split('#')
      for (const next of pagesAt(join(dirname(page), path))) found.add(next)
    }
  expect(PAGES.filter((page) => !found.has(page))).toEqual([])
})
