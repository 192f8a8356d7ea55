import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { copyDatabase, onPostgres, type TestDatabase, untilWaiting } from '@roster/test/database'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Ledger, migrate, migratorOf } from './migrate.ts'

const NAME = '20991231000000_nicknames'

const MIGRATION = `
  import { Migration } from '${import.meta.resolve('@mikro-orm/migrations')}'
  export class Nicknames extends Migration {
    name = 'Nicknames'
    up() { this.addSql('alter table "users" add column "nickname" text;') }
  }`

describe.runIf(onPostgres)('a migration of a table that somebody reads', () => {
  let copy: TestDatabase
  let ledger: Ledger
  let reader: Client
  beforeEach(async () => {
    copy = await copyDatabase()
    ledger = { directory: await mkdtemp(join(tmpdir(), 'roster-migrations-')), table: 'other_migrations' }
    await writeFile(join(ledger.directory, 'package.json'), '{ "type": "module" }')
    await writeFile(join(ledger.directory, `${NAME}.js`), MIGRATION)
    reader = new Client({ connectionString: copy.url })
    await reader.connect()
    await reader.query('begin')
    await reader.query('select count(*) from users')
  })
  afterEach(async () => {
    await reader.end()
    await copy.drop()
    await rm(ledger.directory, { recursive: true })
  })

  test('lets others have it again and again, and is taken once it is free', async () => {
    const migrating = migrate(copy.database, [ledger])
    await untilWaiting(copy.database)
    expect(await copy.database.query({ text: 'select count(*) as count from users' })).toEqual([{ count: 0 }])
    await reader.query('commit')
    expect(await migrating).toEqual([NAME])
    expect(await copy.database.query({ text: 'select nickname from users' })).toEqual([])
  })

  test('gives up after some time, and says for what it waits', async () => {
    const migrator = await migratorOf(copy.database.orm, ledger)
    const attempts = vi.spyOn(migrator, 'up')
    await expect(migrator.take(2)).rejects.toThrow(
      `The migration ${NAME} waits for a table that others have had in use for minutes.`,
    )
    expect(attempts).toHaveBeenCalledTimes(2)
    await reader.query('commit')
    expect(await migrator.take(2)).toEqual([NAME])
  })
})

describe('a migration that cannot be taken', () => {
  let copy: TestDatabase
  let ledger: Ledger
  beforeEach(async () => {
    copy = await copyDatabase()
    ledger = { directory: await mkdtemp(join(tmpdir(), 'roster-migrations-')), table: 'other_migrations' }
    await writeFile(join(ledger.directory, 'package.json'), '{ "type": "module" }')
  })
  afterEach(async () => {
    await copy.drop()
    await rm(ledger.directory, { recursive: true })
  })

  const written = (name: string, statement: string) =>
    writeFile(
      join(ledger.directory, `${name}.js`),
      MIGRATION.replace('alter table "users" add column "nickname" text;', statement),
    )

  test('is named, with what the database says of it, after those before it were taken', async () => {
    await written('20991231000001_first', 'create table firsts as select null::text as id')
    await written('20991231000002_second', 'alter table firsts alter id set not null')
    await written('20991231000003_third', 'drop table firsts')
    await expect(migrate(copy.database, [ledger])).rejects.toThrow(
      'The migration 20991231000002_second failed: column "id" of relation "firsts" contains null values. ' +
        'Those before it have been taken. Mend it, and migrate again.',
    )
    expect(await copy.database.query({ text: 'select * from firsts' })).toEqual([{ id: null }])
  })

  test('is named where its module has none', async () => {
    await writeFile(join(ledger.directory, '20991231000001_none.js'), 'export const up = "create table"')
    await expect(migrate(copy.database, [ledger])).rejects.toThrow(
      'The migration 20991231000001_none failed: its module has no class that extends `Migration`. ',
    )
  })

  test('that is cut off by the time limit of a start is to be run by the command', async () => {
    await written(
      '20991231000001_long',
      'do $do$ begin raise exception $e$canceling$e$ using errcode = $e$57014$e$; end $do$',
    )
    await expect(migrate(copy.database, [ledger])).rejects.toThrow(
      'The migration 20991231000001_long failed: canceling. Those before it have been taken. ' +
        'When it needs more time than a start has, run the command `migrate`, which has no time limit.',
    )
  })

  test('is told as the database does where it cannot be asked any more which one it was', async () => {
    await written('20991231000001_first', 'alter table nowhere add column id text')
    const migrator = await migratorOf(copy.database.orm, ledger)
    const asked = vi.spyOn(migrator, 'getPending').mockRejectedValue(new Error('The connection ended.'))
    asked.mockResolvedValueOnce([{ name: '20991231000001_first' }])
    await expect(migrator.take()).rejects.toThrow('relation "nowhere" does not exist')
  })
})
