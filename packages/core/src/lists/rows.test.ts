import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser, UserEntity, existingUsers, filterOf } from '@roster/test/records'
import { readRows } from './rows.ts'

/** More than a walk looks at for the first record. */
const OTHERS = 120

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
  const transaction = copy.database.transaction()
  const names = ['Old Friend', ...Array.from({ length: OTHERS }, () => 'Somebody')]
  for (const [nth, name] of names.entries()) {
    const time = new Date(Date.UTC(2026, 0, 1) + nth).toISOString()
    const email = `user${nth}@example.com`
    transaction.insert(UserEntity, newUser({ name, email, role: 'viewer', status: 'active' }, time))
  }
  await transaction.commit()
})
afterAll(() => copy.drop())

test.each([1, 2])('a match that is far down the order is found, for %i records', async (limit) => {
  const where = existingUsers(null)
  const selection = { table: 'users', columns: ['name'], where, filter: filterOf({ search: 'friend' }) }
  const stretch = { sort: 'created_at', order: 'desc', limit, offset: 0 } as const
  expect(await readRows(copy.database, selection, stretch)).toEqual([{ name: 'Old Friend' }])
})
