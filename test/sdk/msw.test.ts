import { Roster } from '@roster/sdk'
import { handlers } from '@roster/sdk/msw'
import { createMock } from '@roster/sdk/testing'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const baseUrl = 'https://api.example.com/roster'
const mock = createMock({ users: 5 })
const server = setupServer(...handlers(mock, { baseUrl }))
const roster = new Roster({ apiKey: 'test', baseUrl, logLevel: 'off' })

beforeAll(() => server.listen())
afterEach(() => mock.reset())
afterAll(() => server.close())

test('an app that knows nothing of the mock is answered by it', async () => {
  const { id } = await roster.users.create({ name: 'Grace', email: 'grace@example.com', role: 'viewer' })
  await roster.users.update(id, { name: 'Grace Hopper' })
  expect(mock.db.users.at(-1)).toMatchObject({ id, name: 'Grace Hopper' })
  await expect(roster.users.get('usr_x')).rejects.toMatchObject({ status: 404, code: 'not-found' })
  await roster.users.delete(id)
  expect(mock.db.users).toHaveLength(5)
})

test('events are streamed', async () => {
  const response = await fetch(`${baseUrl}/events`, { headers: { 'x-api-key': 'test' } })
  const reader = response.body!.getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toBe('retry: 2000\n\n')
  const { cursor } = mock.emit('user.updated', { name: 'Ada King' })
  expect(await read()).toContain(`id: ${cursor}\n`)
  await reader.cancel()
})

test('a connection that breaks is one to the app', async () => {
  mock.faults.dropConnection()
  await expect(roster.me.get({ maxRetries: 0 })).rejects.toMatchObject({ name: 'ConnectionError' })
})
