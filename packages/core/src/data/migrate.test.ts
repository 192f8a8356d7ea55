import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from './database.ts'
import { migrate, namesIn } from './migrate.ts'

/** The number of the lock that an application of this name migrates under. */
async function lockOf(name: string): Promise<number> {
  let taken = 0
  const alone: Database['alone'] = (lock, run) => {
    taken = lock
    return run()
  }
  await migrate({ name, alone } as Database, [])
  return taken
}

test('processes of one application migrate one after another, whichever release they are of', async () => {
  expect(await lockOf('roster')).toBe(0x726f7374)
})

test('applications with other names do not wait for each other', async () => {
  expect(new Set(await Promise.all(['roster', 'library', 'a', 'ab'].map(lockOf))).size).toBe(4)
})

test('the migrations of a directory are its modules in order, and not what describes their types', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'roster-migrations-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  for (const name of ['2_b.js', '3_c.ts', '2_b.d.ts', '1_a.ts', '2_b.js.map', 'README.md'])
    await writeFile(join(directory, name), '')
  expect(await namesIn(directory)).toEqual(['1_a', '2_b', '3_c'])
})
