import { randomBytes } from 'node:crypto'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { existingUsers, newUser, UserEntity } from '@roster/test/records'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '../crypto/signer.ts'
import { listPage } from './list.ts'

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
  const transaction = copy.database.transaction()
  for (const name of ['Ada', 'Bea', 'Cleo'])
    transaction.insert(
      UserEntity,
      newUser({ name, email: `${name}@example.com`, role: 'viewer', status: 'active' }, '2026-01-01T00:00:00.000Z'),
    )
  await transaction.commit()
})
afterAll(() => copy.drop())

test.each([
  ['number', { page: 1 }],
  ['cursor', { cursor: '' }],
])('a list may be in the order of a column that its records do not show, by %s', async (_, style) => {
  const { database } = copy
  const input = { sort: 'email', order: 'asc', limit: 2, ...style }
  const signer = createSigner([randomBytes(32)], 'cursor')
  const action = { input, database, signer, principal: { id: 'key_1' }, time: 1_000 }
  const listing = { operation: 'users.list', table: 'users', columns: ['name'], where: existingUsers(null) }
  const read = (more: object = {}) =>
    listPage({ ...action, input: { ...input, ...more } } as never, listing, ({ name }: { name: string }) => name)
  const first = await read()
  expect(first.data).toEqual(['Ada', 'Bea'])
  const next = 'next_cursor' in first ? { cursor: first.next_cursor } : { page: 2 }
  expect((await read(next)).data).toEqual(['Cleo'])
})
