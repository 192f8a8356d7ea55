import { basename, dirname } from 'node:path/posix'
import { expect, test } from 'vitest'
import { filesOf, type Import, importsOf, roomImports, roomOf, sources, textOf } from '../scripts/imports.ts'

const examples = filesOf('examples/**/*.{ts,js}')
/** What is not delivered: it tests, measures, generates and builds the rest. */
const tools = filesOf(
  'packages/*/src/**/*.{test,fixture}.ts',
  'packages/*/*.ts',
  'test/**/*.ts',
  'scripts/**/*.ts',
  'bench/**/*.ts',
)
const files = [...sources, ...examples, ...tools]

const delivered = [...sources, ...examples].flatMap(importsOf)
const imports = [...delivered, ...tools.flatMap(importsOf)]

const offenders = (isOffence: (one: Import) => boolean, among = delivered) =>
  among.filter(isOffence).map(({ by, of }) => `${by} imports ${of}`)

/** The package, example or folder of tools that a file belongs to. */
const partOf = (file: string) => /^(?:(?:packages|examples)\/)?[^/]+/.exec(file)![0]
const isFile = (name: string) => /^(?:packages|examples|test|scripts|bench)\/|^\.\./.test(name)
const isContract = (file: string) =>
  file.startsWith('packages/api/src/contract/') ||
  (file.startsWith('packages/') && /\.(?:contract|errors)\.ts$/.test(file))

test('the imports of every source are found', () => {
  expect(imports).toContainEqual({ by: 'packages/api/src/app.ts', of: 'packages/api/src/resources.ts' })
  expect(imports).toContainEqual({ by: 'packages/api/src/data/open.ts', of: 'packages/api/src/data/postgres.ts' })
  expect(imports).toContainEqual({ by: 'packages/gateway/src/main.ts', of: '@roster/api/app' })
  expect(imports).toContainEqual({ by: 'scripts/sdk/files.ts', of: 'scripts/sdk/layout.ts' })
  expect(imports).toContainEqual({ by: 'test/e2e/process.test.ts', of: 'test/support/process.ts' })
  // Lines of the text that this generator writes.
  const written = ['error-table.ts', 'event-table.ts'].map(
    (file) => `scripts/sdk/mock-files.ts imports scripts/sdk/${file}`,
  )
  const isMissing = ({ of }: Import) => isFile(of) && !of.includes('${') && !files.includes(of)
  expect(offenders(isMissing, imports)).toEqual(written)
})

test('the contract imports only zod and itself, so that a browser can load it', () => {
  expect(offenders(({ by, of }) => isContract(by) && of !== 'zod' && !isContract(of))).toEqual([])
})

test('the core never imports the gateway or the client', () => {
  expect(offenders(({ by, of }) => by.startsWith('packages/api/') && of.startsWith('@roster/'))).toEqual([])
})

test('the gateway reaches the core through its public entry; and signs as the client does; only what starts a service asks more of it', () => {
  const everywhere = ['@roster/api', '@roster/sdk/webhooks']
  const isStart = (by: string) => basename(by) === 'main.ts' || by.startsWith('packages/gateway/src/service/')
  const allowed = (by: string) => (isStart(by) ? [...everywhere, '@roster/api/app'] : everywhere)
  const isForeign = ({ by, of }: Import) => of.startsWith('@roster/') && !allowed(by).includes(of)
  expect(offenders((one) => one.by.startsWith('packages/gateway/') && isForeign(one))).toEqual([])
})

/** What of the entries of `packages/api` is Roster's own: its access, and whatever `app.ts` has of the application. */
const OF_ROSTER = new Set(['access', 'scopes', 'Role', 'Scope'])
const [, ofApplication = ''] = /\/\/ Roster itself\.(.*?)\n\n/s.exec(textOf('packages/api/src/app.ts'))!
for (const [, names] of ofApplication.matchAll(/\{([^}]*)\}/g)) for (const name of namesIn(names!)) OF_ROSTER.add(name)

/** The names between the braces of an import, without `type`. */
function namesIn(list: string): string[] {
  return list.split(',').flatMap((entry) => /(\w+)(?:\s+as\s+\w+)?\s*$/.exec(entry)?.[1] ?? [])
}

/** What of Roster a file of the gateway imports. */
const rosterIn = (file: string) =>
  [...textOf(file).matchAll(/^import\s(?:type\s)?\{([^}]*)\} from '@roster\/api(?:\/app)?'/gm)]
    .flatMap(([, names]) => namesIn(names!))
    .filter((name) => OF_ROSTER.has(name))

test('the gateway knows no application: main.ts alone is given one', () => {
  expect([...OF_ROSTER]).toEqual(expect.arrayContaining(['access', 'application', 'appRouter', 'addDemo', 'AppRouter']))
  const knowing = sources.filter((file) => file.startsWith('packages/gateway/src/') && rosterIn(file).length > 0)
  expect(knowing).toEqual(['packages/gateway/src/main.ts'])
})

test('the engine of the mock knows nothing of Roster: no name of it, no type, no rule', () => {
  const testing = 'packages/sdk/src/testing/'
  const ofRoster = [
    'packages/sdk/src/resources/',
    `${testing}contract/`,
    `${testing}roster/`,
    `${testing}copied/orders.`,
  ]
  const isOfRoster = (name: string) => ofRoster.some((place) => name.startsWith(place))
  const isEngine = ({ by }: Import) => by.startsWith(testing) && !isOfRoster(by) && !by.endsWith('.test.ts')
  expect(offenders((one) => isEngine(one) && isOfRoster(one.of))).toEqual([])
})

test('the client imports no package, except Mock Service Worker for those who have it', () => {
  const isAllowed = ({ by, of }: Import) => by === 'packages/sdk/src/msw.ts' && of === 'msw'
  expect(offenders((one) => one.by.startsWith('packages/sdk/') && !isFile(one.of) && !isAllowed(one))).toEqual([])
})

test('the generator reaches the core and the client through their public entries, and needs what it declares', () => {
  const allowed = new Set(['@roster/api', '@roster/sdk/client', '@roster/sdk/testing', 'oxfmt', 'zod'])
  const isForeign = ({ by, of }: Import) =>
    by.startsWith('packages/generator/') && !isFile(of) && !of.startsWith('node:') && !allowed.has(of)
  expect(offenders(isForeign)).toEqual([])
})

test('nothing reaches into another part by path, but tests of the whole and generators, for what has no entry', () => {
  const mayReachIn = new Set(['test', 'scripts'])
  const isForeign = ({ by, of }: Import) => isFile(of) && partOf(of) !== partOf(by) && !mayReachIn.has(partOf(by))
  expect(offenders(isForeign, imports)).toEqual([])
})

test('nothing imports a test, and only tests import what supports them', () => {
  const isTest = (file: string) => /\.(?:test|test-d)\.ts$/.test(file)
  const isSupport = (name: string) => name.startsWith('@roster/test') || name.startsWith('test/')
  const mayTest = (file: string) => isTest(file) || file.startsWith('test/')
  expect(offenders(({ of }) => isTest(of), imports)).toEqual([])
  expect(offenders(({ by, of }) => isSupport(of) && !mayTest(by), imports)).toEqual([])
})

test('an example needs nothing but packages: what a person copies works elsewhere', () => {
  const isForeign = ({ by, of }: Import) => of.startsWith('@roster/test/') && !by.endsWith('.test.ts')
  expect(offenders((one) => one.by.startsWith('examples/') && isForeign(one))).toEqual([])
  expect(offenders(({ by, of }) => by.startsWith('packages/') && of.startsWith('examples/'))).toEqual([])
})

test('an index.ts is the entry of a package, and no folder has a barrel', () => {
  const indexes = files.filter((file) => basename(file) === 'index.ts')
  expect(indexes).toEqual(indexes.filter((file) => dirname(dirname(dirname(file))) === 'packages'))
  expect(offenders(({ of }) => isFile(of) && basename(of) === 'index.ts', imports)).toEqual([])
})

test('no room imports from another that imports from it, by whatever way', () => {
  const rooms = roomImports()
  const wayBack = (start: string, room: string, passed: readonly string[]): string | undefined => {
    if (passed.length > 0 && room === start) return [...passed, room].join(' → ')
    if (passed.includes(room)) return undefined
    return [...(rooms.get(room) ?? [])].map((next) => wayBack(start, next, [...passed, room])).find(Boolean)
  }
  // What leads nowhere is left out, until nothing is left but circles.
  for (let isSmaller = true; isSmaller;) {
    const ends = [...rooms.keys()].filter((room) => [...rooms.get(room)!].every((next) => !rooms.has(next)))
    for (const room of ends) rooms.delete(room)
    isSmaller = ends.length > 0
  }
  expect([...rooms.keys()].map((room) => wayBack(room, room, []))).toEqual([])
})

test('the sources of core and gateway are in rooms, but for their entries', () => {
  const loose = sources.filter((file) => /^packages\/(?:api|gateway)\//.test(file) && roomOf(file) === undefined)
  expect(loose.toSorted()).toEqual([
    'packages/api/src/about.ts',
    'packages/api/src/app.ts',
    'packages/api/src/application.ts',
    'packages/api/src/core-entities.ts',
    'packages/api/src/index.ts',
    'packages/api/src/resources.ts',
    'packages/gateway/src/index.ts',
    'packages/gateway/src/main.ts',
  ])
})

/** The policy: what alone compares roles and scopes. */
const POLICY = [
  'packages/api/src/contract/access.ts',
  'packages/api/src/contract/scopes.ts',
  'packages/api/src/access/',
  'packages/api/src/events/event-access.ts',
]
/** What a client may learn of a person (OpenID Connect) is no power over records. */
const OF_OPENID = ['packages/gateway/src/authorization-server/userinfo.ts']
const COMPARISON =
  /\brole\s*[!=]==(?!\s*(?:null|undefined)\b)|[!=]==\s*(?:SERVICE\b|'(?:admin|viewer|service)')|\bscopes\)?\.(?:has|includes)\(|case '(?:admin|viewer|service)'/

test('nobody but the policy compares a role or a scope', () => {
  const isAsking = (file: string) => ![...POLICY, ...OF_OPENID].some((place) => file.startsWith(place))
  const asking = sources.filter((file) => /^packages\/(?:api|gateway)\//.test(file) && isAsking(file))
  const comparing = asking.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (COMPARISON.test(line) ? `${file}:${index + 1}: ${line.trim()}` : [])),
  )
  expect(comparing).toEqual([])
})

test('the policy itself is found to compare them', () => {
  const comparing = sources.filter((file) => COMPARISON.test(textOf(file)))
  expect(comparing).toEqual(expect.arrayContaining([POLICY[0], OF_OPENID[0], 'packages/api/src/access/scope.ts']))
})
