import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { application } from '@roster/api'
import { coreLedger } from '@roster/core/server'
import { expect, test } from 'vitest'
import { NAMES_OF_CORE, PREFIXES_OF_CORE } from '../packages/create/src/resource/reserved.ts'
import { run } from '../packages/generator/src/command/run.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const TEMPLATE = 'packages/create/template'

type Dependencies = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>
type Manifest = Dependencies & { name: string; version: string }
const manifestAt = (path: string) => JSON.parse(readFileSync(fileAt(`${path}/package.json`), 'utf8')) as Manifest
const dependenciesOf = ({ dependencies, devDependencies }: Dependencies) =>
  Object.entries({ ...dependencies, ...devDependencies })

test('the client of the template is what its contract says', async () => {
  const client = fileAt(`${TEMPLATE}/client`)
  const given = ['--application', fileAt(`${TEMPLATE}/src/application.ts`), '--out', client, '--check']
  expect(await run(given)).toEqual({ status: 0, text: `${client} is what the contract says.\n` })
})

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

test('identifiers of a resource begin unlike those of the core', () => {
  const tables = readFileSync(fileAt(`${TEMPLATE}/client/src/testing/tables.ts`), 'utf8')
  const prefixes = Array.from(tables.matchAll(/prefix: '([a-z]+)'/g), ([, prefix]) => prefix!)
  expect(prefixes.filter((prefix) => !PREFIXES_OF_CORE.includes(prefix))).toEqual(['mem', 'tic'])
})
