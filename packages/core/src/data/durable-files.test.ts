import fs, { cpSync, fstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeCluster, startIn } from './embedded-cluster.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'roster-durable-'))))
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the numbers of the files and directories that are brought to the disk from now on. */
async function synced(): Promise<number[]> {
  const numbers: number[] = []
  const one = await open(folder)
  const files = Object.getPrototypeOf(one) as typeof one
  await one.close()
  vi.spyOn(files, 'sync').mockImplementation(async function (this: typeof one) {
    numbers.push((await this.stat()).ino)
  })
  for (const sync of ['fdatasyncSync', 'fsyncSync'] as const)
    vi.spyOn(fs, sync).mockImplementation((file) => void numbers.push(fstatSync(file).ino))
  syncBuiltinESMExports()
  return numbers
}

const numbersIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(directory, name)).ino)

test('a commit is on the disk when it is acknowledged, and its tables are after a checkpoint', async () => {
  const directory = join(folder, 'pgdata')
  const database = await startIn(directory)
  try {
    await database.exec('create table kept (one int)')
    const numbers = await synced()
    await database.exec('insert into kept values (1)')
    const log = numbersIn(join(directory, 'pg_wal'))
    expect(numbers).toEqual([expect.toBeOneOf(log)])
    await database.exec('checkpoint')
    const { rows } = await database.query<{ path: string }>(`select pg_relation_filepath('kept') as path`)
    expect(numbers).toContain(statSync(join(directory, rows[0]!.path)).ino)
  } finally {
    await database.close()
  }
})

test('a new cluster is on the disk before it has its name', async () => {
  const numbers = await synced()
  await makeCluster(join(folder, 'pgdata'))
  const above = [folder, join(folder, 'pgdata')].map((path) => statSync(path).ino)
  expect(new Set(numbers)).toEqual(new Set([...above, ...numbersIn(join(folder, 'pgdata'))]))
})

test('what a killed process wrote is brought to the disk before the start', async () => {
  const killed = join(folder, 'killed')
  const running = await startIn(join(folder, 'pgdata'))
  cpSync(join(folder, 'pgdata'), killed, { recursive: true })
  await running.close()
  const all = numbersIn(killed)
  const numbers = await synced()
  await (await startIn(killed)).close()
  expect(numbers).toEqual(expect.arrayContaining(all))
})
