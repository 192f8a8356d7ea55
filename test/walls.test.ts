import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FROM = /(?:^|\n)(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g

interface Import {
  /** File that imports, from the root of the repository. */
  by: string
  /** What it imports: a file of the repository, or a package. */
  of: string
}

const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**'] }).map((file) => file.replaceAll('\\', '/'))

const sources = filesOf('packages/*/src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
const examples = filesOf('examples/**/*.{ts,js}')

const imports: Import[] = [...sources, ...examples].flatMap((by) =>
  Array.from(readFileSync(join(ROOT, by), 'utf8').matchAll(FROM), ([, from, dynamic]) => {
    const name = (from ?? dynamic)!
    return { by, of: name.startsWith('.') ? join(dirname(by), name) : name }
  }),
)

const offenders = (isOffence: (one: Import) => boolean) =>
  imports.filter(isOffence).map(({ by, of }) => `${by} imports ${of}`)

const packageOf = (file: string) => file.split('/').slice(0, 2).join('/')
const isFile = (name: string) => /^(?:packages|examples|test)\/|^\.\./.test(name)
const isContract = (file: string) =>
  file.startsWith('packages/api/src/contract/') || (file.startsWith('packages/') && file.endsWith('.contract.ts'))

test('the imports of every source are found', () => {
  expect(imports).toContainEqual({ by: 'packages/api/src/app.ts', of: 'packages/api/src/resources.ts' })
  expect(imports).toContainEqual({ by: 'packages/api/src/data/open.ts', of: 'packages/api/src/data/postgres.ts' })
  expect(imports).toContainEqual({ by: 'packages/gateway/src/main.ts', of: '@roster/api/app' })
  for (const { of } of imports.filter((one) => isFile(one.of))) expect([...sources, ...examples]).toContain(of)
})

test('the contract imports only zod and itself, so that a browser can load it', () => {
  expect(offenders(({ by, of }) => isContract(by) && of !== 'zod' && !isContract(of))).toEqual([])
})

test('the core never imports the gateway or the client', () => {
  expect(offenders(({ by, of }) => by.startsWith('packages/api/') && of.startsWith('@roster/'))).toEqual([])
})

test('the gateway reaches the core through its public entry; and signs as the client does; only main.ts and what it is made of name the application', () => {
  const everywhere = ['@roster/api', '@roster/sdk/webhooks']
  const isOfApplication = (by: string) =>
    basename(by) === 'main.ts' || by.startsWith('packages/gateway/src/application/')
  const allowed = (by: string) => (isOfApplication(by) ? [...everywhere, '@roster/api/app'] : everywhere)
  const isForeign = ({ by, of }: Import) => of.startsWith('@roster/') && !allowed(by).includes(of)
  expect(offenders((one) => one.by.startsWith('packages/gateway/') && isForeign(one))).toEqual([])
})

test('the client imports no package, except Mock Service Worker for those who have it', () => {
  const isAllowed = ({ by, of }: Import) => by === 'packages/sdk/src/msw.ts' && of === 'msw'
  expect(offenders((one) => one.by.startsWith('packages/sdk/') && !isFile(one.of) && !isAllowed(one))).toEqual([])
})

test('nothing reaches into another package or another example by path', () => {
  expect(offenders(({ by, of }) => isFile(of) && packageOf(of) !== packageOf(by))).toEqual([])
})

test('an example needs nothing but packages: what a person copies works elsewhere', () => {
  const isForeign = ({ by, of }: Import) => of.startsWith('@roster/test/') && !by.endsWith('.test.ts')
  expect(offenders((one) => one.by.startsWith('examples/') && isForeign(one))).toEqual([])
  expect(offenders(({ by, of }) => by.startsWith('packages/') && of.startsWith('examples/'))).toEqual([])
})

test('an index.ts is the entry of a package, and no folder has a barrel', () => {
  const indexes = sources.filter((file) => basename(file) === 'index.ts')
  expect(indexes).toEqual(indexes.filter((file) => dirname(dirname(dirname(file))) === 'packages'))
  expect(offenders(({ of }) => isFile(of) && basename(of) === 'index.ts')).toEqual([])
})
