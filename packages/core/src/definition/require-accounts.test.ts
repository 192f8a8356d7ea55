import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireAccounts } from './require-accounts.ts'

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())

test('the view of accounts has every column that the core reads', async () => {
  await expect(requireAccounts(copy.database)).resolves.toBeUndefined()
})

test('one that lacks columns is refused with their names', async () => {
  await copy.database.query({ text: 'alter view accounts rename column email_key to key' })
  await expect(requireAccounts(copy.database)).rejects.toThrow(
    'Nobody could sign in: the view "accounts" lacks email_key. Make it in a migration of the application, with the columns id, name,',
  )
})

test('none at all is refused too', async () => {
  await copy.database.query({ text: 'drop view accounts' })
  await expect(requireAccounts(copy.database)).rejects.toThrow('Nobody could sign in: there is no view "accounts".')
})
