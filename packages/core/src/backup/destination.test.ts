import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { migrate, openDatabase } from '@roster/core/server'
import { emptyDatabase, onPostgres } from '@roster/test/database'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../data/database.ts'
import type { Ledger } from '../data/migrate.ts'
import { move } from './move.ts'

/** Tables with what the order of rows, their repetition and their values could break. `books` are copied before the `shelves` that they refer to. */
const TABLES = [
  'create table shelves (id int generated always as identity primary key, name text not null, label text generated always as (upper(name)) stored)',
  'create table books (id int primary key, shelf int not null references shelves (id), changes int not null)',
  'create function count_change() returns trigger language plpgsql as $body$ begin new.changes = new.changes + 1; return new; end $body$',
  'create trigger count_changes before insert or update on books for each row execute function count_change()',
  'create table visits (shelf int not null, at int not null, primary key (shelf, at)) partition by list (shelf)',
  'create table visits_of_one partition of visits for values in (1)',
  'create materialized view visited as select shelf, count(*)::int as times from visits group by shelf',
  'create materialized view ages as select 1 / at as age from visits',
  'create materialized view favourites as select shelf from visited where times > 1',
]

const MIGRATION = `
  import { Migration } from '${import.meta.resolve('@mikro-orm/migrations')}'
  export class Shelves extends Migration {
    name = 'Shelves'
    up() { for (const statement of ${JSON.stringify(TABLES)}) this.addSql(statement) }
  }`

let ledgers: Ledger[]
beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'roster-destination-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  await writeFile(join(directory, '29991231000000_shelves.js'), MIGRATION)
  ledgers = [...application.ledgers, { directory, table: 'shelf_migrations' }]
})

async function open(location: { url: string } | { directory: undefined }): Promise<Database> {
  const database = await openDatabase(location, { name: 'roster', entities: application.entities })
  onTestFinished(() => database.close())
  return database
}

/** A database in which there is nothing. */
async function emptyOne(): Promise<Database> {
  if (!onPostgres) return open({ directory: undefined })
  const { url, drop } = await emptyDatabase()
  onTestFinished(() => drop())
  return open({ url })
}

const RECORDS = [
  "insert into shelves (name) values ('one'), ('two')",
  'insert into books values (1, 2, 0)',
  'update books set changes = 6',
  'insert into visits values (1, 1), (1, 2)',
  `insert into exports (id, format, filter, status, done, total, created_at, expires_at, created_by, lease, leased_until, failures)
    values ('exp_1', 'csv', '{}', 'pending', 0, 1, now(), now(), 'key_1', 'of a process', now(), 0)`,
]

test('a copy goes on as what it is of would: with its numbers, triggers, references and materialized views, and without its leases', async () => {
  const from = await open({ directory: undefined })
  await migrate(from, ledgers)
  for (const text of RECORDS) await from.query({ text })
  const to = await emptyOne()
  await move({ from, to, ledgers, onProgress: () => {} })

  const ask = (text: string) => to.query({ text })
  expect(await ask('select * from books')).toEqual([{ id: 1, shelf: 2, changes: 7 }])
  expect(await ask('select * from visits order by at')).toEqual([
    { shelf: 1, at: 1 },
    { shelf: 1, at: 2 },
  ])
  expect(await ask('select * from favourites')).toEqual([{ shelf: 1 }])
  expect(await ask('select lease, leased_until from exports')).toEqual([{ lease: null, leased_until: null }])
  expect(await ask("insert into shelves (name) values ('three') returning *")).toEqual([
    { id: 3, name: 'three', label: 'THREE' },
  ])
  expect(await ask('insert into books values (2, 3, 0) returning changes')).toEqual([{ changes: 1 }])
  await expect(ask('insert into books values (3, 4, 0)')).rejects.toThrow('foreign key')
})

test('a copy whose materialized view cannot be refreshed is finished once the view is dropped', async () => {
  const [from, to] = [await open({ directory: undefined }), await emptyOne()]
  await migrate(from, ledgers)
  for (const text of [...RECORDS, 'insert into visits values (1, 0)']) await from.query({ text })
  const moving = () => move({ from, to, ledgers, onProgress: () => {} })
  await expect(moving()).rejects.toThrow(
    'The materialized view ages cannot be refreshed: division by zero. Drop it in the copy, and run this again;',
  )
  await to.query({ text: 'drop materialized view ages' })
  await moving()
  expect(await to.query({ text: 'select * from favourites' })).toEqual([{ shelf: 1 }])
})

test.each(['create view notes as select 1 as one', 'create materialized view notes as select 1 as one'])(
  'a database with no more in it than what %s makes is not empty',
  async (text) => {
    const [from, to] = [await open({ directory: undefined }), await emptyOne()]
    await migrate(from, ledgers)
    await to.query({ text })
    await expect(move({ from, to, ledgers, onProgress: () => {} })).rejects.toThrow('there is "notes" in it')
  },
)
