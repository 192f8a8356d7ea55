import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Migration } from '@roster/core/migration'
import { describe, expect, test } from 'vitest'
import { filesOf } from '../scripts/imports.ts'
import { hazardsOf } from './support/migration-hazards.ts'

/** Migrations from before any release. Databases of then are migrated while nothing serves them. */
const LAST_WITHOUT_RELEASE: Readonly<Record<string, string>> = {
  'packages/api/migrations': '20261122221042_export_kinds',
}

const ROOT = new URL('../', import.meta.url)

/** Every migration of the repository that a version before the newest may serve beside. */
const MIGRATIONS = filesOf(
  'packages/*/migrations/*.ts',
  'packages/create/template/migrations/*.ts',
  'examples/*/migrations/*.ts',
).filter((file) => {
  const [folder, name] = [file.slice(0, file.lastIndexOf('/')), file.slice(file.lastIndexOf('/') + 1, -3)]
  return name > (LAST_WITHOUT_RELEASE[folder] ?? '')
})

/** A migration, and what it says of the version before: what it takes away, each with why nobody misses it. */
type Contracting = Migration & { contracts?: Readonly<Record<string, string>> }

/** The migration that a file defines. */
async function migrationIn(file: string): Promise<Contracting> {
  const module = (await import(pathToFileURL(join(ROOT.pathname, file)).href)) as Record<string, unknown>
  const made = Object.values(module).find((one) => typeof one === 'function' && one.prototype instanceof Migration)
  return Reflect.construct(made as new () => Contracting, [])
}

async function statementsOf(migration: Migration): Promise<string[]> {
  await migration.up()
  return migration.getQueries().map(String)
}

test('there are migrations of Roster, of the core, of the library and of the template', () => {
  expect(new Set(MIGRATIONS.map((file) => file.split('/migrations/')[0]))).toEqual(
    new Set(['packages/api', 'packages/core', 'packages/create/template', 'examples/library']),
  )
})

test.each(MIGRATIONS)('%s takes nothing from the version before, but what it says that nobody misses', async (file) => {
  const migration = await migrationIn(file)
  const { contracts = {} } = migration
  expect(await hazardsOf(await statementsOf(migration))).toEqual(Object.keys(contracts))
})

test.each(MIGRATIONS)(
  '%s makes and drops indexes while others write in no transaction, and nothing else then',
  async (file) => {
    const migration = await migrationIn(file)
    const statements = await statementsOf(migration)
    const concurrent = statements.filter((statement) =>
      /^(?:create (?:unique )?|drop )index concurrently/.test(statement),
    )
    expect(concurrent).toEqual(migration.isTransactional() ? [] : statements)
  },
)

describe('what would stop the version before is seen', () => {
  test.each([
    ['alter table users drop column name', 'drops users.name'],
    ['alter table users rename column name to title', 'renames users.name to title'],
    ['alter table users rename to people', 'renames users to people'],
    ['drop table users', 'drops users'],
    ['drop view accounts', 'drops accounts'],
    ['alter table users add nickname text not null', 'refuses rows without users.nickname'],
    ['alter table users alter name set not null', 'refuses rows without users.name'],
    ['alter table users alter name drop default', 'drops the default of users.name'],
    ['alter table users drop constraint users_email_key_unique', 'drops users_email_key_unique of users'],
    ['alter table users add constraint named check (name <> $$$$)', 'adds named to users'],
    ['create unique index concurrently users_by_name on users (name)', 'makes users unique by users_by_name'],
  ])('%s', async (statement, hazard) => {
    expect(await hazardsOf([statement])).toEqual([hazard])
  })
})

describe('what keeps others from a table for long is seen', () => {
  test.each([
    ['create index users_by_name on users (name)', 'keeps writers from users while it makes users_by_name'],
    ['drop index users_by_name', 'keeps others from a table while it drops users_by_name'],
    ['alter table users alter name type json', 'writes users anew for the type of name'],
    ['alter table users add token text default gen_random_uuid()', 'writes every row anew for users.token'],
    ['update users set name = email', 'updates users'],
    ['vacuum full users', 'is a VacuumStmt, which is not known to be harmless'],
    ['alter table users set unlogged', 'does AT_SetUnLogged to users, which is not known to be harmless'],
  ])('%s', async (statement, hazard) => {
    expect(await hazardsOf([statement])).toEqual([hazard])
  })
})

test('what expands is harmless: tables and all of theirs, columns that may be left out, and indexes that are made while others write', async () => {
  const statements = [
    'create table notes (id text primary key, text text not null)',
    'create index notes_by_text on notes (text)',
    "insert into notes values ('1', 'first')",
    'alter table users add nickname text null, add level int not null default 1, alter name drop not null',
    "alter table users add scopes jsonb not null default '[]'::jsonb",
    'create index concurrently users_by_nickname on users (nickname)',
    'drop index concurrently if exists users_by_name',
  ]
  expect(await hazardsOf(statements)).toEqual([])
})
