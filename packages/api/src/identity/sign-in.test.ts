import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@roster/api'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { UserEntity, newUser, type NewUser } from '../users/user.entity.ts'
import { hashPassword } from './password.ts'
import { signIn } from './sign-in.ts'

const NOW = '2026-11-21T09:30:00.000Z'
const PASSWORD = 'correct horse battery staple'

let at: TestDatabase
let database: Database
let password_hash: string
beforeAll(async () => {
  at = await copyDatabase()
  database = at.database
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => at.drop())

let count = 0
async function add(members: Partial<NewUser> & { password_hash?: string | null; deleted_at?: string } = {}) {
  const { password_hash: hash = password_hash, deleted_at = null, ...input } = members
  const email = `ada${count++}@example.com`
  const row = newUser({ name: 'Ada', email, role: 'viewer', status: 'active', ...input }, NOW)
  const transaction = database.transaction()
  transaction.insert(UserEntity, { ...row, password_hash: hash, deleted_at })
  await transaction.commit()
  return row
}

test('an address and its password open the account, and nothing of the password leaves', async () => {
  const { id, name, email, role } = await add()
  expect(await signIn(database, email, PASSWORD)).toEqual({
    id,
    name,
    email,
    role,
    credentials_version: 1,
    created_at: NOW,
    updated_at: NOW,
  })
})

test('an address opens its account in any notation', async () => {
  const { id } = await add({ email: 'Zoe@Bücher.example' })
  expect(await signIn(database, 'zoe@xn--bcher-kva.EXAMPLE', PASSWORD)).toMatchObject({ id })
})

test.each([
  ['a wrong password', async () => [(await add()).email, `${PASSWORD}!`]],
  ['no password', async () => [(await add()).email, '']],
  ['a user without a password', async () => [(await add({ password_hash: null })).email, PASSWORD]],
  ['a suspended user', async () => [(await add({ status: 'suspended' })).email, PASSWORD]],
  ['an invited user', async () => [(await add({ status: 'invited' })).email, PASSWORD]],
  ['an unknown user', () => ['nobody@example.com', PASSWORD]],
  ['a text that is no address', () => ["' or 1=1 --", PASSWORD]],
])('%s opens nothing', async (_what, make) => {
  const [email, password] = (await make()) as [string, string]
  expect(await signIn(database, email, password)).toBeUndefined()
})

test('an unknown user takes as long as a known one', async () => {
  const { email } = await add()
  // The shortest of several, which other work on the machine disturbs least.
  const shortest = async (address: string) => {
    const times = []
    for (let turn = 0; turn < 9; turn++) {
      const start = performance.now()
      await signIn(database, address, 'swordfish swordfish')
      times.push(performance.now() - start)
    }
    return Math.min(...times)
  }
  const [known, unknown] = [await shortest(email), await shortest('nobody@example.com')]
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})
