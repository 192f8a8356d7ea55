import { expect, test } from 'vitest'
import { offeredBy } from '../scripts/entries.ts'
import { filesOf, textOf } from '../scripts/imports.ts'

interface Manifest {
  name: string
  /** A program that is no TypeScript is named alone. */
  exports?: Record<string, string | { '@roster/source': string }>
}

/** What the mock takes of the service where it is developed. It is no entry: nothing of it is published. */
const SOURCES = './source/*'

/** The entries of the packages: what is imported, and the file that it leads to. */
const entries = filesOf('packages/*/package.json').flatMap((file) => {
  const { name, exports = {} } = JSON.parse(textOf(file)) as Manifest
  const folder = file.replace('/package.json', '')
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string' || path === SOURCES) return []
    return { specifier: path.replace('.', name), file: target['@roster/source'].replace('.', folder) }
  })
})

test('every package that is imported has entries', () => {
  expect(entries.map(({ specifier }) => specifier)).toEqual(
    expect.arrayContaining(['@roster/api', '@roster/core/contract', '@roster/gateway', '@roster/sdk/testing']),
  )
})

/** Offers a name of another package alone. */
const isAlien = ({ specifier }: { specifier: string }) => specifier === '@roster/core/migration'

test.each(entries.filter((entry) => !isAlien(entry)))('every name of $specifier has a doc comment', ({ file }) => {
  const offered = offeredBy(file)
  expect(offered.length).toBeGreaterThan(0)
  expect(offered.filter(({ comment }) => comment === undefined).map(({ name, file: at }) => `${at}: ${name}`)).toEqual(
    [],
  )
})

const texts = filesOf('{packages,test,examples,scripts,bench}/**/*.{ts,js,md}', 'docs/*.md').map((file) => ({
  file,
  text: textOf(file),
}))

/** Whether somebody outside a package imports a name from one of its entries, or a page tells people of it. */
function isAskedFor(name: string, specifier: string): boolean {
  const folder = `packages/${/^@roster\/([^/]+)/.exec(specifier)![1]}/`
  const isImported = new RegExp(`\\b${name}\\b[^}]*\\} from '${specifier}'`)
  const isTold = new RegExp(`\`${name}\\b`)
  return texts.some(({ file, text }) => {
    if (file.endsWith('.md')) return isTold.test(text) || isImported.test(text)
    return !file.startsWith(folder) && isImported.test(text)
  })
}

/** Entries that do nothing but gather names. What the client offers is for programs that are not here. */
const GATHERING = /^@roster\/(?:core|core\/contract|core\/server|gateway|generator|api)$/

/** Types are offered beside: what takes or returns them names them in declarations. */
test.each(entries.filter(({ specifier }) => GATHERING.test(specifier)))(
  'every name of $specifier is imported from elsewhere, or told of in a page',
  ({ specifier, file }) => {
    const values = offeredBy(file).filter(({ isType }) => !isType)
    expect(values.map(({ name }) => name).filter((name) => !isAskedFor(name, specifier))).toEqual([])
  },
)
