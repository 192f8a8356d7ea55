import { expect, test } from 'vitest'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

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
