import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { application } from '@roster/api'
import { coreLedger } from '@roster/core/server'
import { createMockOf } from '@roster/sdk/testing'
import { expect, test, vi } from 'vitest'
import { requireApplicationName } from '../packages/create/src/application/application-name.ts'
import { Refusal } from '../packages/create/src/ending.ts'
import { resourceNameOf } from '../packages/create/src/resource/resource-name.ts'
import { formsOf } from '../packages/create/src/text/forms.ts'
import { NAMES_OF_CORE, PREFIXES_OF_CORE } from '../packages/create/src/resource/reserved.ts'
import { APPLICATION } from '../packages/create/template/client/src/testing/tables.ts'
import { access } from '../packages/create/template/src/access.ts'
import { application as starter } from '../packages/create/template/src/application.ts'
import { rules } from '../packages/create/template/src/members/members.rules.ts'
import { run } from '../packages/generator/src/command/run.ts'
import { migratedDatabase } from './support/database.ts'
import { callerOf } from './support/mocked.ts'
import { startService } from './support/service.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const TEMPLATE = 'packages/create/template'

type Dependencies = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>
type Manifest = Dependencies & { name: string; version: string }
const manifestAt = (path: string) => JSON.parse(readFileSync(fileAt(`${path}/package.json`), 'utf8')) as Manifest
const dependenciesOf = ({ dependencies, devDependencies }: Dependencies) =>
  Object.entries({ ...dependencies, ...devDependencies })

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', role: 'member', password: 'an engine of brass' }

test('the client of the template is what its contract says', async () => {
  const client = fileAt(`${TEMPLATE}/client`)
  const given = ['--application', fileAt(`${TEMPLATE}/src/application.ts`), '--out', client, '--check']
  expect(await run(given)).toEqual({ status: 0, text: `${client} is what the contract says.\n` })
})

test('the mock of the template signs in who was added with a password, and refuses an address twice and a password that is guessed', async () => {
  const mock = createMockOf({ ...APPLICATION, rules })
  const post = async (path: string, body: object) => {
    const headers = { 'x-api-key': 'test', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await mock.fetch(`${mock.baseUrl}/v1/${path}`, init)
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  expect(await post('members', { ...ADA, password: ADA.email })).toEqual([422, 'validation-failed'])
  expect(await post('members', ADA)).toEqual([201, undefined])
  expect(await post('members', { ...ADA, email: 'ADA@example.com' })).toEqual([409, 'email-taken'])
  expect(await post('session', { email: ADA.email, password: ADA.password })).toEqual([201, undefined])
  expect(await post('session', { email: ADA.email, password: 'another engine' })).toEqual([401, expect.anything()])
})

/** Adds a member, as a caller with these scopes, and returns the answer. The role of the member sees only its own records. */
type Adding = (scopes: string[]) => Promise<{ status: number; code: string | undefined; detail: string | undefined }>

async function addedInService(add: (adding: Adding) => Promise<void>): Promise<void> {
  const service = await startService({ application: starter, open: () => migratedDatabase(starter) })
  vi.spyOn(access, 'ownerOf').mockImplementation(({ role, owner = '' }) => (role === 'member' ? owner : null))
  try {
    await add(async (scopes) => {
      const key = { name: 'Key', role: 'administrator', scopes }
      const { body: made } = await service.admin.rest('POST /v1/api-keys', key)
      const { status, body } = await service.withKey(made.secret).rest('POST /v1/members', ADA)
      return { status, code: body.code, detail: body.detail }
    })
  } finally {
    vi.restoreAllMocks()
    await service.stop()
  }
}

async function addedInMock(add: (adding: Adding) => Promise<void>): Promise<void> {
  const { roles } = APPLICATION.access
  const own = { ...APPLICATION.access, roles: { ...roles, member: { ...roles['member']!, records: 'own' as const } } }
  const call = callerOf(createMockOf({ ...APPLICATION, access: own, rules }))
  await add(async (scopes) => {
    const { body: made } = await call('POST /v1/api-keys', { name: 'Key', role: 'administrator', scopes })
    const { status, body } = await call('POST /v1/members', ADA, { 'x-api-key': made.secret })
    return { status, code: body.code, detail: body.detail }
  })
}

test.each([
  ['the service', addedInService],
  ['its mock', addedInMock],
])('nobody adds a member with a password, who sees its own records, without all that it may do: %s', (_where, added) =>
  added(async (add) => {
    expect(await add(['manage:members'])).toEqual({
      status: 403,
      code: 'forbidden',
      detail:
        'A member with the role member may do more than this credential, which lacks read:records, write:records. Call with a credential that may.',
    })
    expect(await add(['manage:members', 'read:records', 'write:records'])).toMatchObject({ status: 201 })
  }),
)

test('an application is created with the versions that are tried here', () => {
  const folders = ['.', ...['core', 'create', 'gateway', 'generator', 'node', 'sdk'].map((name) => `packages/${name}`)]
  const manifests = folders.map(manifestAt)
  const tried = new Map([
    ...manifests.map(({ name, version }) => [name, version] as const),
    ...manifests.flatMap(dependenciesOf),
  ])
  const wanted = dependenciesOf(manifestAt(TEMPLATE))
  expect(wanted).toEqual(wanted.map(([name]) => [name, tried.get(name)]))
})

/** What Roster has beside the core. */
const OF_ROSTER = ['users', 'orders']
const snake = (camel: string) => camel.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()

test('no resource can be called as a table or a resource of the core', () => {
  const tables = application.entities.map(({ meta }) => meta.tableName)
  const resources = Object.keys(application.resources).filter((name) => !OF_ROSTER.includes(name))
  const names = [...tables, ...resources.map(snake), coreLedger.table, 'accounts', 'migrations']
  expect(names.filter((name) => !NAMES_OF_CORE.has(name))).toEqual(OF_ROSTER)
})

test('no resource can be called as a record of the core', () => {
  const schemas = Array.from(
    readFileSync(fileAt(`${TEMPLATE}/client/src/testing/tables.ts`), 'utf8').matchAll(/noun: '([^']+)'/g),
  )
  const nouns = schemas.map(([, noun]) => noun!.toLowerCase().replaceAll(' ', '_'))
  expect(nouns.length).toBeGreaterThan(5)
  expect(nouns.filter((noun) => !NAMES_OF_CORE.has(noun))).toEqual(['member', 'support_ticket'])
})

test('no application and no resource can be called as something that its client has already', () => {
  const resources = fileAt(`${TEMPLATE}/client/src/resources`)
  const files = readdirSync(resources).map((name) => `resources/${name}`)
  const texts = [...files, 'errors.ts', 'index.ts'].map((name) =>
    readFileSync(fileAt(`${TEMPLATE}/client/src/${name}`), 'utf8'),
  )
  const names = texts.flatMap((text) =>
    Array.from(text.matchAll(/export (?:class|interface|type|const) (\w+)/g), ([, name]) => name!).concat(
      Array.from(text.matchAll(/(?:im|ex)port (?:type )?\{([^}]*)\}/g)).flatMap(
        ([, list]) => list!.match(/[A-Z]\w*/g) ?? [],
      ),
    ),
  )
  const kebab = (name: string) => (name.match(/[A-Z][a-z0-9]*/g) ?? []).join('-').toLowerCase()
  const written = [...new Set(names)].filter((name) => formsOf(kebab(name)).pascal === name)
  const isOwn = (name: string) => /StarterApi|Member|SupportTicket/.test(name)
  expect(written.length).toBeGreaterThan(50)
  for (const name of written.filter((one) => !one.startsWith('StarterApi')))
    expect(() => requireApplicationName(kebab(name))).toThrow(Refusal)
  for (const name of written.filter((one) => !isOwn(one)))
    expect(() => resourceNameOf(['others', kebab(name)], new Set())).toThrow(Refusal)
})

test('identifiers of a resource begin unlike those of the core', () => {
  const tables = readFileSync(fileAt(`${TEMPLATE}/client/src/testing/tables.ts`), 'utf8')
  const prefixes = Array.from(tables.matchAll(/prefix: '([a-z]+)'/g), ([, prefix]) => prefix!)
  expect(prefixes.filter((prefix) => !PREFIXES_OF_CORE.includes(prefix))).toEqual(['mem', 'tic'])
})
