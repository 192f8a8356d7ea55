import { fileURLToPath } from 'node:url'
import { access, application, entities } from '@roster/api'
import type { Ledger } from '@roster/core'
import { migrate, openDatabase, signIn } from '@roster/core/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import configuration from '../packages/api/mikro-orm.config.ts'
import { migratorOf } from '../packages/core/src/data/migrate.ts'
import { principalOfSession } from '../packages/core/src/session/authenticate.ts'
import { copyDatabase, type TestDatabase } from './support/database.ts'
import { PASSWORD, PASSWORD_HASH } from './support/passwords.ts'

const [ledger] = application.ledgers as [Ledger]

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())

test('the migrations make the schema that the entities describe, with nothing missing and nothing left over', async () => {
  const { orm } = copy.database
  expect(await orm.schema.getUpdateSchemaSQL({ safe: false, wrap: false })).toBe('')
})

test('every migration has been applied', async () => {
  const migrator = await migratorOf(copy.database.orm, ledger)
  expect(await migrator.getPending()).toEqual([])
  expect((await migrator.getExecuted()).length).toBeGreaterThan(0)
})

test('`npm run migration -- create` writes beside the migrations there are, wherever it is called', () => {
  const folder = fileURLToPath(new URL('../packages/api/migrations', import.meta.url))
  expect(configuration.migrations?.path).toBe(folder)
})

test.each([
  ['a missing column', 'alter table users drop column name cascade', 'add "name"'],
  ['a missing index', 'drop index users_by_role', 'create index "users_by_role"'],
  ['a missing constraint', 'alter table users drop constraint users_email_key_unique', '"users_email_key_unique"'],
  ['a column too many', 'alter table users add column nickname text', 'drop column "nickname"'],
  ['another type', 'alter table orders alter column total_amount type int', '"total_amount" type bigint'],
])('%s would be seen', async (_what, change, correction) => {
  await copy.database.query({ text: change })
  expect(await copy.database.orm.schema.getUpdateSchemaSQL({ safe: false, wrap: false })).toContain(correction)
})

test('passwords from when users had them open the accounts as before, with their sessions', async () => {
  const database = await openDatabase({ directory: undefined }, { name: 'roster', entities })
  await (await migratorOf(database.orm, ledger)).up({ to: '20261122145525_makers' })
  await database.query(
    {
      text: `insert into users (id, name, email, email_key, role, status, version, created_at, updated_at, search, credentials_version, password_hash)
      select 'usr_' || n, 'Ada', n || '@example.com', n || '@example.com', 'admin', 'active', 1, now(), now(), '', n, $1 from generate_series(1, 2) n`,
    },
    [PASSWORD_HASH],
  )
  await database.query({
    text: `insert into sessions (id, type, token_hash, user_id, credentials_version, csrf_token, created_at, last_used_at, expires_at)
      select 'ses_' || n, 'browser', 'hash ' || n, 'usr_2', n, 'csrf', now(), now(), now() + interval '1 hour' from generate_series(1, 2) n`,
  })
  await migrate(database, application.ledgers)
  const accounts = [
    await signIn(database, '1@example.com', PASSWORD),
    await signIn(database, '2@example.com', PASSWORD),
  ]
  const sessions = [1, 2].map((n) => principalOfSession({ database, access }, `hash ${n}`, Date.now()))
  const found = await Promise.all(sessions)
  await database.close()
  expect(accounts).toMatchObject([
    { id: 'usr_1', credentials_version: 1 },
    { id: 'usr_2', credentials_version: 2 },
  ])
  expect(found).toMatchObject([undefined, { user_id: 'usr_2', owner: null }])
})

test('sessions from before they had identifiers go on, under one each', async () => {
  const database = await openDatabase({ directory: undefined }, { name: 'roster', entities })
  await (await migratorOf(database.orm, ledger)).up({ to: '20261121081116_webhooks' })
  await database.query({
    text: `insert into sessions (token_hash, user_id, credentials_version, csrf_token, created_at, expires_at)
      select 'hash ' || n, 'usr_x', 1, 'csrf', '2026-11-21T09:30:00Z', '2026-11-21T21:30:00Z' from generate_series(1, 2) n`,
  })
  await migrate(database, application.ledgers)
  const rows = await database.query<{ id: string }>({ text: 'select * from sessions order by token_hash' })
  await database.close()
  const session = {
    id: expect.toBeId('ses'),
    type: 'browser',
    user_id: 'usr_x',
    csrf_token: 'csrf',
    created_at: '2026-11-21T09:30:00.000Z',
    last_used_at: '2026-11-21T09:30:00.000Z',
    address: null,
    deleted_at: null,
  }
  expect(rows).toMatchObject([
    { ...session, token_hash: 'hash 1' },
    { ...session, token_hash: 'hash 2' },
  ])
  expect(rows[0]!.id).not.toBe(rows[1]!.id)
  // A database of its own takes seconds to begin, and more on a machine with other work.
}, 60_000)

test('whoever may write events, and is not their owner, may take turns as well', async () => {
  const database = await openDatabase({ directory: undefined }, { name: 'roster', entities })
  await (await migratorOf(database.orm, ledger)).up({ to: '20261124120000_traces' })
  for (const text of ['create role "The writer"', 'create role reader', 'grant insert on events to "The writer"'])
    await database.query({ text })
  await migrate(database, application.ledgers)
  const rights = await database.query({
    text: `select rolname as name, has_sequence_privilege(oid, 'events_turn', 'usage') as may from pg_roles
      where rolname in ('The writer', 'reader') order by name desc`,
  })
  await database.close()
  expect(rights).toEqual([
    { name: 'reader', may: false },
    { name: 'The writer', may: true },
  ])
})
