import { type AppRouter } from '@roster/api'
import { TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Address, transports } from '../support/followers.ts'
import { addressOf, settled, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

// A client that has seen a cursor on one transport goes on from it on any other.

let service: Service
let address: Address
beforeAll(async () => {
  service = await startService()
  const { secret } = await service.admin.sdk.apiKeys.create({
    name: 'Reader',
    role: 'admin',
    scopes: ['read:events', 'read:users', 'read:orders'],
  })
  address = { url: await addressOf(service.app), key: secret }
  await settled(service)
})
afterAll(() => service.stop())

let count = 0
async function createUsers(number: number): Promise<void> {
  for (let nth = 0; nth < number; nth++) {
    const email = `resume.${count++}@example.com`
    await service.admin.sdk.users.create({ name: 'Ada', email, role: 'viewer' })
  }
}

/** The cursors of all users' events after a cursor, as REST lists them. */
async function cursorsAfter(after: string): Promise<string[]> {
  const { data } = await service.admin.sdk.events.list({ type: 'user.created', limit: 100, after })
  return data.map(({ cursor }) => cursor)
}

const now = async () => (await service.startEventLog()).feed.cursor

const ways = Object.entries(transports)
const pairs = ways.flatMap(([from, first]) => ways.map(([to, second]) => ({ from, to, first, second })))

test.each(pairs)('from $from to $to nothing is missed and nothing comes twice', async ({ first, second }) => {
  const start = await now()
  const before = await first(address)
  await createUsers(2)
  await until(() => (before.given.length === 2 ? true : undefined))
  const seen = before.given.map(({ cursor }) => cursor)
  before.stop()
  await createUsers(2)
  const after = await second(address, seen.at(-1))
  await createUsers(1)
  await until(() => (after.given.length === 3 ? true : undefined))
  after.stop()
  expect([...seen, ...after.given.map(({ cursor }) => cursor)]).toEqual(await cursorsAfter(start))
  await settled(service)
})

describe.each(['wsLink', 'httpSubscriptionLink'])('over %s', (name) => {
  test('a cursor that cannot be gone on from ends with cursor-expired', async () => {
    const error = await transports[name]!(address, '0dead0:7').then(
      ({ errors }) => until(() => errors[0]),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(TRPCClientError)
    expect((error as TRPCClientError<AppRouter>).data).toMatchObject({
      problem: { status: 410, code: 'cursor-expired' },
    })
  })
})
