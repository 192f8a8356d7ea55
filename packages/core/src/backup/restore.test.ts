import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { openDatabase } from '@roster/core/server'
import { emptyDatabase, migratedDatabase, onPostgres } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../data/database.ts'
import { backUp } from './backup.ts'
import type { Progress } from './progress.ts'
import { restore } from './restore.ts'
import { sumOf } from './sums.ts'
import { tablesOf } from './tables.ts'
import { requireFinished } from './unfinished.ts'

const { ledgers, entities, naming } = application
const secrets = [randomBytes(32)] as const

let source: Database
let target: Database
let folder: string
const drops: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-restore-'))
  const { database, drop } = await migratedDatabase(application)
  source = database
  await application.addDemo!(source)
  const empty = onPostgres ? await emptyDatabase() : undefined
  const location = empty ? { url: empty.url } : { directory: undefined }
  target = await openDatabase(location, { name: naming.slug, entities })
  drops.push(drop, async () => {
    await target.close()
    await empty?.drop()
  })
})
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
  await rm(folder, { recursive: true })
})

/** Writes an archive of what is in the source, as of one time. */
async function archive(name: string): Promise<string> {
  const file = join(folder, name)
  await backUp({ database: source, ledgers, secrets, file, now: Date.UTC(2026, 10, 23), onProgress() {} })
  return file
}

const restored = (file: string, onProgress: (progress: Progress) => void = () => {}) =>
  restore({ file, database: target, ledgers, secrets, onProgress })

/** Restores an archive until the first users are there, and no further. */
const brokenOff = async (file: string) => {
  const stop = ({ table }: Progress) => {
    if (table === 'users') throw new Error('the power is gone')
  }
  await expect(restored(file, stop)).rejects.toThrow('the power is gone')
  await expect(requireFinished(target.query)).rejects.toThrow(/broke off/)
}

/** Counts and sums of the tables with records. */
const contentOf = async ({ query }: Database) => {
  const tables = (await tablesOf(query, [])).filter(({ name }) => ['users', 'orders', 'events'].includes(name))
  return Promise.all(tables.map(async (table) => [table.name, await sumOf(query, table)]))
}

test('a restore that breaks off goes on after the last row that is there', async () => {
  const file = await archive('roster.backup')
  await brokenOff(file)
  expect(await target.query({ text: 'select count(*)::int as users from users' })).toEqual([{ users: 20 }])
  await restored(file)
  expect(await contentOf(target)).toEqual(await contentOf(source))
  await expect(requireFinished(target.query)).resolves.toBeUndefined()
})

test('a restore that broke off begins anew with another archive, also with one of the same time', async () => {
  await brokenOff(await archive('before.backup'))
  await source.query({ text: `update users set name = 'Written since'` })
  await restored(await archive('after.backup'))
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('a restore of another archive that breaks off before its first row begins with that row', async () => {
  await brokenOff(await archive('before.backup'))
  await source.query({ text: `update users set name = 'Written since'` })
  const file = await archive('after.backup')
  const query: Database['query'] = async (statement, values) => {
    if (statement.text.startsWith('with added')) throw new Error('the power is gone')
    return target.query(statement, values)
  }
  const unlucky = restore({ file, database: { ...target, query }, ledgers, secrets, onProgress() {} })
  await expect(unlucky).rejects.toThrow('the power is gone')
  await restored(file)
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('into what is left of an archive with further migrations no earlier one is restored', async () => {
  const file = await archive('roster.backup')
  const { table } = ledgers[0]!
  await brokenOff(file)
  await target.query({ text: `insert into "${table}" (name, executed_at) values ('29991231000000_later', now())` })
  await source.query({ text: `update users set name = 'Written since'` })
  await expect(restored(await archive('other.backup'))).rejects.toThrow(
    'Another copy into this database broke off, which had the migration 29991231000000_later. Give an empty database.',
  )
})

/** Foreign keys and disabled triggers of a database. */
const checksOf = ({ query }: Database) =>
  query<{ name: string }>({
    text: `select conname as name from pg_constraint where contype = 'f'
      union all select tgname from pg_trigger where tgenabled = 'D' and not tgisinternal order by name`,
  })

test('a restore that begins anew restores the checks that it finds, and those that the first one suspended', async () => {
  const further = (one: string, two: string) => ({
    text: `alter table orders add constraint ${one} foreign key (id) references ${two} (id) not valid`,
  })
  await brokenOff(await archive('before.backup'))
  await target.query({ text: `update unfinished_copy set restoring = json_build_array($1::text)` }, [
    further('first_key', 'orders').text,
  ])
  await target.query(further('second_key', 'orders'))
  await source.query({ text: `update users set name = 'Written since'` })
  await restored(await archive('after.backup'))
  const names = (await checksOf(target)).map(({ name }) => name)
  expect(names).toEqual([...new Set([...names, 'first_key', 'second_key'])].toSorted())
})
