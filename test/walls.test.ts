import { basename, dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { filesOf, type Import, importsOf, roomImports, roomOf, sources, textOf } from '../scripts/imports.ts'

const examples = filesOf('examples/**/*.{ts,js}')
/** What is not delivered: it tests, measures, generates and builds the rest. */
const tools = filesOf(
  'packages/*/src/**/*.{test,fixture}.ts',
  'packages/create/template/**/*.ts',
  'packages/*/*.ts',
  'test/**/*.ts',
  'scripts/**/*.ts',
  'bench/**/*.ts',
)
const files = [...sources, ...examples, ...tools]

const delivered = [...sources, ...examples].flatMap(importsOf)
const migrating = filesOf('packages/*/migrations/*.ts').flatMap(importsOf)
const imports = [...delivered, ...tools.flatMap(importsOf)]

const offenders = (isOffence: (one: Import) => boolean, among = delivered) =>
  among.filter(isOffence).map(({ by, of }) => `${by} imports ${of}`)

/** The package, example or folder of tools that a file belongs to. */
const partOf = (file: string) => /^(?:(?:packages|examples)\/)?[^/]+/.exec(file)![0]
const packageOf = (file: string) => file.split('/')[1]!
/** Such as `@roster/core` of `@roster/core/contract`. */
const nameOfPackage = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]
/** What the mock takes of the service by `imports` of its package. */
const isRule = (name: string) => name.startsWith('#')
const isPackage = (name: string) => !isFile(name) && /^@?[a-z]/.test(name) && !name.startsWith('node:')
const isFile = (name: string) => /^(?:packages|examples|test|scripts|bench)\/|^\.\./.test(name)
/** What a browser can load: the contract of the core with its entry, and what applications say of theirs. */
const isContract = (file: string) =>
  file === 'packages/core/src/contract.ts' ||
  file.startsWith('packages/core/src/contract/') ||
  file === 'packages/api/src/access.ts' ||
  (file.startsWith('packages/') && /\.(?:contract|errors)\.ts$/.test(file))

test('the imports of every source are found', () => {
  expect(imports).toContainEqual({ by: 'packages/api/src/application.ts', of: 'packages/api/src/access.ts' })
  expect(imports).toContainEqual({ by: 'packages/core/src/data/open.ts', of: 'packages/core/src/data/postgres.ts' })
  expect(imports).toContainEqual({ by: 'packages/api/src/main.ts', of: '@roster/gateway' })
  expect(imports).toContainEqual({ by: 'scripts/sdk/files.ts', of: 'scripts/sdk/layout.ts' })
  expect(imports).toContainEqual({ by: 'test/e2e/process.test.ts', of: 'test/support/process.ts' })
  // Lines of texts that generators write.
  const written = [
    'packages/generator/src/package/mock-tables.ts imports packages/generator/src/package/agents.ts',
    'scripts/sdk/mock-files.ts imports scripts/sdk/error-table.ts',
    'scripts/sdk/mock-files.ts imports scripts/sdk/event-table.ts',
    'scripts/sdk/mock-files.ts imports scripts/sdk/agents.ts',
  ]
  const isMissing = ({ by, of }: Import) =>
    isFile(of) && !of.includes('${') && !by.startsWith('bench/large/') && !files.includes(of)
  expect(offenders(isMissing, imports)).toEqual(written)
})

test('the contract imports only zod and itself, so that a browser can load it', () => {
  const isAllowed = (of: string) => of === 'zod' || of === '@roster/core/contract' || isContract(of)
  expect(offenders(({ by, of }) => isContract(by) && !isAllowed(of))).toEqual([])
})

/** What each package may import of the others, always through their public entries. */
const ARROWS: Record<string, readonly string[]> = {
  api: ['@roster/core', '@roster/core/contract', '@roster/gateway'],
  core: [],
  create: [],
  gateway: ['@roster/core', '@roster/core/contract', '@roster/core/server'],
  generator: ['@roster/core', '@roster/core/contract', '@roster/sdk/client', '@roster/sdk/testing'],
  sdk: [],
}

test('Roster imports from gateway and core, the gateway from the core, and none of them the other way', () => {
  const isForeign = ({ by, of }: Import) => of.startsWith('@roster/') && !ARROWS[packageOf(by)]!.includes(of)
  expect(offenders((one) => one.by.startsWith('packages/') && isForeign(one))).toEqual([])
  expect([...new Set(sources.map(packageOf))].toSorted()).toEqual(Object.keys(ARROWS))
})

test('a package declares what it imports, and what its migrations do', () => {
  expect(migrating.length).toBeGreaterThan(20)
  const undeclared = Object.keys(ARROWS).flatMap((name) => {
    const { dependencies, peerDependencies } = JSON.parse(textOf(`packages/${name}/package.json`))
    const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })])
    const isDeclared = (of: string) => declared.has(nameOfPackage(of)) || declared.has(`@types/${of}`)
    const isForeign = ({ by, of }: Import) => packageOf(by) === name && isPackage(of)
    const isUndeclared = (one: Import) => one.by.startsWith('packages/') && isForeign(one) && !isDeclared(one.of)
    return offenders(isUndeclared, [...delivered, ...migrating])
  })
  expect(undeclared).toEqual([])
})

test('the engine of the mock knows nothing of Roster: no name of it, no type, no rule', () => {
  const testing = 'packages/sdk/src/testing/'
  const ofRoster = ['packages/sdk/src/resources/', `${testing}contract/`, `${testing}roster/`, '#api/']
  const isOfRoster = (name: string) => ofRoster.some((place) => name.startsWith(place))
  const isEngine = ({ by }: Import) => by.startsWith(testing) && !isOfRoster(by) && !by.endsWith('.test.ts')
  expect(offenders((one) => isEngine(one) && isOfRoster(one.of))).toEqual([])
})

test('the client imports no package, except Mock Service Worker for those who have it', () => {
  const isAllowed = ({ by, of }: Import) => by === 'packages/sdk/src/msw.ts' && of === 'msw'
  const isForeign = ({ of }: Import) => !isFile(of) && !isRule(of)
  expect(offenders((one) => one.by.startsWith('packages/sdk/') && isForeign(one) && !isAllowed(one))).toEqual([])
})

test('the mock alone takes rules of the service, each of which is built into the client, and they need nothing else', () => {
  const { files: listed } = JSON.parse(textOf('packages/sdk/tsconfig.rules.json')) as { files: string[] }
  const rules = listed.map((file) => join('packages/sdk', file))
  const isMock = (file: string) => /^packages\/sdk\/src\/testing(?:\/|\.ts$)/.test(file)
  expect(offenders(({ by, of }) => isRule(of) && !isMock(by), imports)).toEqual([])
  const taken = delivered.flatMap(({ of }) => (isRule(of) ? of.replace(/^#(\w+)\/(.*)$/, 'packages/$1/src/$2.ts') : []))
  const needed = rules.flatMap(importsOf).map(({ of }) => of)
  expect([...new Set([...taken, ...needed])].toSorted()).toEqual(rules.toSorted())
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
  // A generated client is a package of its own.
  const isGenerated = (file: string) => file.endsWith('/client/src/index.ts')
  const isEntry = (file: string) => dirname(dirname(dirname(file))) === 'packages' || isGenerated(file)
  const indexes = files.filter((file) => basename(file) === 'index.ts')
  expect(indexes).toEqual(indexes.filter(isEntry))
  const isBarrel = ({ of }: Import) => isFile(of) && basename(of) === 'index.ts' && !isGenerated(of)
  expect(offenders(isBarrel, imports)).toEqual([])
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

test('the sources of Roster, core and gateway are in rooms, but for their entries', () => {
  const loose = sources.filter((file) => /^packages\/(?:api|core|gateway)\//.test(file) && roomOf(file) === undefined)
  expect(loose.toSorted()).toEqual([
    'packages/api/src/about.ts',
    'packages/api/src/access.ts',
    'packages/api/src/application.ts',
    'packages/api/src/index.ts',
    'packages/api/src/main.ts',
    'packages/core/src/application.ts',
    'packages/core/src/contract.ts',
    'packages/core/src/core-entities.ts',
    'packages/core/src/index.ts',
    'packages/core/src/migration.ts',
    'packages/core/src/server.ts',
    'packages/gateway/src/index.ts',
  ])
})

/** The policy: what alone compares roles and scopes. */
const POLICY = [
  'packages/core/src/contract/access.ts',
  'packages/api/src/access.ts',
  'packages/core/src/access/',
  'packages/core/src/events/event-access.ts',
]
/** What a client may learn of a person (OpenID Connect) is no power over records. */
const OF_OPENID = ['packages/gateway/src/authorization-server/userinfo.ts']
const COMPARISON =
  /\brole\s*[!=]==(?!\s*(?:null|undefined)\b)|[!=]==\s*(?:SERVICE\b|'(?:admin|viewer|service)')|\bscopes\)?\.(?:has|includes)\(|case '(?:admin|viewer|service)'/

test('nobody but the policy compares a role or a scope', () => {
  const isAsking = (file: string) => ![...POLICY, ...OF_OPENID].some((place) => file.startsWith(place))
  const asking = sources.filter((file) => /^packages\/(?:api|core|gateway)\//.test(file) && isAsking(file))
  const comparing = asking.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (COMPARISON.test(line) ? `${file}:${index + 1}: ${line.trim()}` : [])),
  )
  expect(comparing).toEqual([])
})

test('the policy itself is found to compare them', () => {
  const comparing = sources.filter((file) => COMPARISON.test(textOf(file)))
  expect(comparing).toEqual(expect.arrayContaining([POLICY[0], OF_OPENID[0], 'packages/core/src/access/scope.ts']))
})
