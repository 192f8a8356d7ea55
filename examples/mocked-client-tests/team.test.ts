import { Roster } from '@roster/sdk'
import { handlers } from '@roster/sdk/msw'
import { createMock } from '@roster/sdk/testing'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { administrators, invite } from './team.ts'

const baseUrl = 'https://roster.example.com'
const mock = createMock({ seed: 1, users: 50 })
const server = setupServer(...handlers(mock, { baseUrl }))
const roster = new Roster({ baseUrl, apiKey: 'test', logLevel: 'off' })

beforeAll(() => server.listen())
afterEach(() => mock.reset())
afterAll(() => server.close())

test('whoever is invited is in the team, and waits', async () => {
  const { id } = await invite(roster, 'Grace Hopper', 'grace@example.com')
  expect(mock.db.users.find((user) => user.id === id)).toMatchObject({ name: 'Grace Hopper', status: 'invited' })
})

test('inviting somebody again makes no other record, however the address is written', async () => {
  const first = await invite(roster, 'Grace Hopper', 'grace@example.com')
  for (const email of ['grace@example.com', 'Grace@Example.com'])
    expect(await invite(roster, 'Grace', email)).toEqual(first)
  expect(mock.db.users).toHaveLength(51)
})

test('an invitation outlasts a service that is busy', async () => {
  mock.faults.failNext(503, { retryAfter: 0 })
  await expect(invite(roster, 'Grace Hopper', 'grace@example.com')).resolves.toMatchObject({ status: 'invited' })
})

test('administrators are all found, however many pages they fill', async () => {
  const users = Array.from({ length: 120 }, (_, index) => ({
    name: `Admin ${index}`,
    email: `admin${index}@example.com`,
    role: 'admin' as const,
  }))
  await roster.users.createMany({ users })
  const expected = mock.db.users.filter(({ role }) => role === 'admin').map(({ name }) => name)
  expect(await administrators(roster)).toEqual(expected.toSorted())
})
