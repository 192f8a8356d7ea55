import { givePassword } from '@roster/test/passwords'
import { processorTime } from '@roster/test/processor-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@roster/core'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { UserEntity, newUser, type NewUser } from '@roster/test/records'
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
  transaction.insert(UserEntity, { ...row, deleted_at })
  await transaction.commit()
  if (hash !== null) await givePassword(database, [row.id], hash)
  return row
}

test('an address and its password open the account, and nothing of the password leaves', async () => {
  const { id, name, email, role } = await add()
  expect(await signIn(database, email, PASSWORD)).toEqual({
    id,
    name,
    email,
    role,
    owner: id,
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
  // The least processor time of many turns: other work on the machine disturbs some of them, and never makes one cheaper.
  const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  const measure = async (whose: keyof typeof least, address: string) => {
    const time = await processorTime(() => signIn(database, address, 'swordfish swordfish'))
    least[whose] = Math.min(least[whose], time)
  }
  const ratio = () => least.unknown / least.known
  for (let turn = 0; turn < 50 && !(ratio() > 0.5 && ratio() < 2); turn++) {
    await measure('known', email)
    await measure('unknown', 'nobody@example.com')
  }
  expect(ratio()).toBeGreaterThan(0.5)
  expect(ratio()).toBeLessThan(2)
})
