import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { Clock } from '@roster/test/service'
import type { TokenCredential } from '../contract/principal.ts'
import { DenyList } from './deny-list.ts'
import { type DenialSubject, deny } from './deny.ts'
import { isTokenDenied } from './is-denied.ts'
import { forgetExpired } from './forget-expired.ts'
import { spendProof } from './spend-proof.ts'

const TOKEN: TokenCredential = {
  type: 'access_token',
  client_id: 'cli_1',
  expires_at: '2026-11-21T09:45:00.000Z',
  subjects: ['token:t1', 'client:cli_1', 'user:usr_1', 'grant:g1'],
  credentials_version: 3,
}

const CLAIMS = { jti: 't1', client_id: 'cli_1', sub: 'usr_1', grant: 'g1', credentials_version: 3 }

let copy: TestDatabase
let clock: Clock
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())
beforeEach(async () => {
  clock = new Clock()
  await copy.database.query({ text: 'truncate denials, spent_proofs' })
})

/** The list of this process, and that of another one, which hears of nothing but what it reads. */
const own = () => new DenyList(copy.database, clock.now, clock.now)
const other = () => new DenyList({ ...copy.database, on: () => () => {} }, clock.now, clock.now)

async function change(denied: DenialSubject, end: 'commit' | 'rollback' = 'commit', time = clock.now()): Promise<void> {
  const transaction = copy.database.transaction()
  await deny(transaction, denied, time)
  await transaction[end]()
}

test.each<[what: string, denied: DenialSubject, isDenied: boolean]>([
  ['itself', { token: 't1' }, true],
  ['its grant', { grant: 'g1' }, true],
  ['its client', { client: 'cli_1' }, true],
  ['a later version of its user', { user: 'usr_1', version: 4 }, true],
  ['its own version of its user', { user: 'usr_1', version: 3 }, false],
  ['another token', { token: 't2' }, false],
  ['a grant of the same name as the token', { grant: 't1' }, false],
])('a token is denied with %s, in the list of a process and by the database', async (_, denied, isDenied) => {
  const list = other()
  await change(denied)
  await list.read()
  const told = await isTokenDenied(copy.database, CLAIMS)
  expect([list.includes(TOKEN), told]).toEqual([isDenied, isDenied])
})

test('a token that says no version of its user is denied with any', async () => {
  const list = own()
  await change({ user: 'usr_1', version: 2 })
  await list.read()
  expect(list.includes({ ...TOKEN, credentials_version: 0 })).toBe(true)
})

test('what this process denies holds with the commit, without a read', async () => {
  const list = own()
  await list.read()
  const transaction = copy.database.transaction()
  await deny(transaction, { token: 't1' }, clock.now())
  expect(list.includes(TOKEN)).toBe(false)
  await transaction.commit()
  expect(list.includes(TOKEN)).toBe(true)
})

test('what was taken back is not denied, whole or in part', async () => {
  const list = own()
  await list.read()
  await change({ token: 't1' }, 'rollback')
  const transaction = copy.database.transaction()
  const part = transaction.nested(async () => {
    await deny(transaction, { token: 't1' }, clock.now())
    throw new Error('no')
  })
  await expect(part).rejects.toThrow('no')
  await transaction.commit()
  await list.read()
  expect(list.includes(TOKEN)).toBe(false)
})

test('a change that took a minute on a clock that is a minute behind is still read', async () => {
  const list = other()
  await list.read()
  const began = clock.now() - 60_000
  clock.advance(59_000)
  await list.read()
  await change({ token: 't1' }, 'commit', began)
  await list.read()
  expect(list.includes(TOKEN)).toBe(true)
})

test('a pause of reading misses nothing', async () => {
  const list = other()
  await list.read()
  await change({ token: 't1' })
  clock.advance(600_000)
  await list.read()
  expect(list.includes(TOKEN)).toBe(true)
})

test('a denial lasts as long as the tokens that it ends: 15 minutes, and three for the clocks of who gives, denies and takes them', async () => {
  const list = other()
  await change({ token: 't1' })
  clock.advance(18 * 60_000 - 1)
  await list.read()
  expect(list.includes(TOKEN)).toBe(true)
  clock.advance(1)
  await list.read()
  expect(list.includes(TOKEN)).toBe(false)
})

test('a user whose tokens are denied again is denied for as long as the later ones last', async () => {
  const list = other()
  await change({ user: 'usr_1', version: 4 })
  await list.read()
  clock.advance(10 * 60_000)
  await list.read()
  await change({ user: 'usr_1', version: 5 })
  await list.read()
  const later = { ...TOKEN, credentials_version: 4 }
  expect(list.includes(later)).toBe(true)
  clock.advance(18 * 60_000 - 1)
  await forgetExpired(copy.database, clock.now())
  await list.read()
  expect(list.includes(later)).toBe(true)
})

test('a user whose tokens are denied again is denied to others at once, and for as long as the later ones last', async () => {
  const list = other()
  await change({ user: 'usr_1', version: 4 })
  clock.advance(10 * 60_000)
  await list.read()
  const later = { ...TOKEN, credentials_version: 4 }
  expect(list.includes(later)).toBe(false)
  await change({ user: 'usr_1', version: 5 })
  await list.read()
  expect(list.includes(later)).toBe(true)
  clock.advance(18 * 60_000 - 1)
  await forgetExpired(copy.database, clock.now())
  await list.read()
  expect(list.includes(later)).toBe(true)
})

test('a higher version of a user is never replaced by a lower one', async () => {
  const list = own()
  await list.read()
  await change({ user: 'usr_1', version: 5 })
  list.note({ subject: 'user:usr_1', version: 2, expires_at: new Date(clock.now() + 1_000).toISOString() })
  expect(list.includes({ ...TOKEN, credentials_version: 4 })).toBe(true)
})

test('a list that was never read, or not for five seconds, says so rather than let anything pass', async () => {
  const list = other()
  const problem = expect.objectContaining({ code: 'unavailable', status: 503, headers: { 'retry-after': '1' } })
  expect(() => list.includes(TOKEN)).toThrow(problem)
  await list.read()
  clock.advance(5_000)
  expect(list.includes(TOKEN)).toBe(false)
  clock.advance(1)
  expect(() => list.includes(TOKEN)).toThrow(problem)
  await list.read()
  expect(list.includes(TOKEN)).toBe(false)
})

test('tickets are deleted once they have expired', async () => {
  const ticket = { text: `insert into tickets (token_hash, principal, expires_at) values ($1, '{}', $2)` }
  await copy.database.query(ticket, ['old', new Date(clock.now()).toISOString()])
  await copy.database.query(ticket, ['valid', new Date(clock.now() + 1).toISOString()])
  await forgetExpired(copy.database, clock.now())
  expect(await copy.database.query({ text: 'select token_hash from tickets' })).toEqual([{ token_hash: 'valid' }])
})

test('denials and spent proofs are deleted once they have expired, however many they are', async () => {
  const rows = `select 'token:' || n, null, now(), $1::timestamptz from generate_series(1, 1200) n`
  await copy.database.query({ text: `insert into denials (subject, version, created_at, expires_at) ${rows}` }, [
    new Date(clock.now()).toISOString(),
  ])
  await change({ token: 'later' })
  await spendProof(copy.database, 'spent', clock.now())
  await spendProof(copy.database, 'fresh', clock.now() + 1)
  await forgetExpired(copy.database, clock.now())
  expect(await copy.database.query({ text: 'select subject from denials' })).toEqual([{ subject: 'token:later' }])
  expect(await copy.database.query({ text: 'select id from spent_proofs' })).toEqual([{ id: 'fresh' }])
})

test('a proof is spent once, by whichever of many asks first', async () => {
  const all = Array.from({ length: 10 }, () => spendProof(copy.database, 'proof', clock.now() + 60_000))
  expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1)
})
