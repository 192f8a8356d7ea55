import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryUnusable, lockDirectory } from './directory-lock.ts'
import { makeCluster, startIn } from './embedded-cluster.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'roster-cluster-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The permissions of what is in a folder, each once. */
function modesIn(directory: string): string[] {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
  const kinds = paths.map((entry) => {
    const { mode } = statSync(join(entry.parentPath, entry.name))
    return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`
  })
  return [...new Set(kinds)].toSorted()
}

test('a cluster whose making was cut off is made anew, for its owner alone, and keeps what is written', async () => {
  const [directory, unfinished] = [join(folder, 'pgdata'), join(folder, 'pgdata.unfinished')]
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'PG_VERSION'), 'cut o')
  await makeCluster(directory)
  const made = modesIn(directory)
  const first = await startIn(directory)
  await first.exec('create table kept as select 1 as one')
  await first.close()
  const second = await startIn(directory)
  const { rows } = await second.query(`select one, current_setting('shared_buffers') as buffers from kept`)
  await second.close()
  expect({ in: readdirSync(folder), made, rows }).toEqual({
    in: ['pgdata'],
    made: ['file 600', 'folder 700'],
    rows: [{ one: 1, buffers: '32MB' }],
  })
})

test('a directory in which nothing can be kept, or on whose files PostgreSQL does not start, is told with what to do', async () => {
  const [damaged, nowhere, locked] = [join(folder, 'pgdata'), join(folder, 'file', 'pgdata'), join(folder, 'locked')]
  await makeCluster(damaged)
  rmSync(join(damaged, 'global', 'pg_control'))
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(locked, 'lock.db'), { recursive: true, mode: 0o700 })
  const openings = { [damaged]: startIn, [nowhere]: startIn, [locked]: async () => lockDirectory(locked) }
  for (const [directory, open] of Object.entries(openings)) {
    const error = await open(directory).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DirectoryUnusable)
    const told = `The embedded database in ${directory} cannot be opened: .+\\. See that its disk has room and can be written\\. `
    expect((error as Error).message).toMatch(new RegExp(told))
  }
})

test('the lock of a directory is for its owner alone', () => {
  const directory = join(folder, 'data')
  const lock = lockDirectory(directory)
  expect(modesIn(directory)).toEqual(['file 600'])
  lock.release()
})
