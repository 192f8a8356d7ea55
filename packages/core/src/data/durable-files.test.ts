import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { synced } from '@roster/test/disk'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeCluster, startIn } from './embedded-cluster.ts'

let folder: string
let directory: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roster-durable-'))
  directory = join(folder, 'pgdata')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const numberOf = (path: string) => statSync(path).ino

const numbersIn = (above: string) =>
  readdirSync(above, { recursive: true, encoding: 'utf8' }).map((name) => numberOf(join(above, name)))

/** Starts on the cluster, until the test ends. */
async function start(): Promise<PGlite> {
  const database = await startIn(directory)
  onTestFinished(() => database.close())
  return database
}

/** The number of a table's file. */
async function fileOf(database: PGlite, table: string): Promise<number> {
  const { rows } = await database.query<{ path: string }>(`select pg_relation_filepath('${table}') as path`)
  return numberOf(join(directory, rows[0]!.path))
}

test('a commit is on the disk when it is acknowledged, and its tables are after a checkpoint', async () => {
  const database = await start()
  await database.exec('create table kept (one int)')
  const numbers = await synced()
  await database.exec('insert into kept values (1)')
  const log = numbersIn(join(directory, 'pg_wal'))
  expect(numbers).toEqual([expect.toBeOneOf(log)])
  await database.exec('checkpoint')
  expect(numbers).toContain(await fileOf(database, 'kept'))
})

test('a file that is made or cut, and not written, is on the disk after a checkpoint', async () => {
  const before = await startIn(directory)
  await before.exec('create table cut as select generate_series(1, 1000) as one')
  await before.close()
  const database = await start()
  await database.exec('create table made (one int)')
  await database.exec('delete from cut')
  await database.exec('vacuum cut')
  const numbers = await synced()
  await database.exec('checkpoint')
  expect(numbers).toEqual(expect.arrayContaining([await fileOf(database, 'made'), await fileOf(database, 'cut')]))
})

test('a name is on the disk with the file that it is given to', async () => {
  const database = await start()
  const numbers = await synced()
  await database.exec(`alter system set work_mem = '5MB'`)
  const written = [join(directory, 'postgresql.auto.conf'), directory].map(numberOf)
  expect(numbers).toEqual(expect.arrayContaining(written))
})

test('a new cluster is on the disk before it has its name, and then its name', async () => {
  const named: boolean[] = []
  const numbers = await synced(() => void named.push(existsSync(directory)))
  await makeCluster(directory)
  const above = [folder, directory].map(numberOf)
  expect(new Set(numbers)).toEqual(new Set([...above, ...numbersIn(directory)]))
  expect(named).toEqual([...numbers.slice(1).map(() => false), true])
  expect(numbers.at(-1)).toBe(numberOf(folder))
})

test('what a killed process wrote is brought to the disk before the start', async () => {
  const killed = join(folder, 'killed')
  const running = await startIn(directory)
  cpSync(directory, killed, { recursive: true })
  await running.close()
  const all = numbersIn(killed)
  const numbers = await synced()
  await (await startIn(killed)).close()
  expect(numbers).toEqual(expect.arrayContaining(all))
})
