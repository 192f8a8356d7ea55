import { processorTime } from '@roster/test/processor-time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpResponse } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'

/** Milliseconds of processor time that no request may take: these here took from one to twenty seconds, and the requests of others waited. */
const LIMIT = 700

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function expectRefusal(status: number, call: () => Promise<HttpResponse>): Promise<void> {
  const answered = async () => expect(await call()).toMatchObject({ status })
  expect(await processorTime(answered)).toBeLessThan(LIMIT)
}

describe('a body of a megabyte that is one text is refused at once:', () => {
  const text = JSON.stringify('a'.repeat(1_000_000))

  test('by anybody', () => expectRefusal(422, () => service.anonymous.rest('POST /v1/session', text)))
  test.each(['/v1/exports', '/v1/users', '/v1/api-keys', '/v1/oauth-clients', '/trpc/exports.create'])('%s', (path) =>
    expectRefusal(422, () => service.admin.rest(`POST ${path}`, text)),
  )
})

describe('a list of a megabyte is refused for its length alone, at once, as', () => {
  const empty = (count: number) => Array.from({ length: count }, () => ({}))
  const numbers = Array.from({ length: 400_000 }, () => 0)

  test.each<[string, string, string, unknown, number]>([
    ['users', 'POST /v1/users/batch', 'users', { users: empty(300_000) }, 1_000],
    ['scopes', 'POST /v1/api-keys', 'scopes', { name: 'K', scopes: numbers }, 10],
    ['events', 'POST /v1/webhook-endpoints', 'events', { url: 'https://example.com', events: numbers }, 14],
    ['items', 'POST /v1/users/USER/orders', 'items', { currency: 'EUR', items: empty(300_000) }, 100],
  ])('%s', async (_what, call, field, body, most) => {
    const { id } = await service.admin.sdk.users.create({ name: 'X', email: `${field}@example.com`, role: 'viewer' })
    const message = `must have at most ${most} items`
    await expectRefusal(422, async () => {
      const response = await service.admin.rest(call.replace('USER', id), body)
      expect(response.body.errors).toMatchObject([{ field, code: 'too-large', message }])
      return response
    })
  })

  test('members that no operation has', () =>
    expectRefusal(422, () =>
      service.admin.rest('POST /v1/users', Object.fromEntries(numbers.slice(0, 100_000).entries())),
    ))
})

describe('marks in the wrong order, tens of thousands of them, are refused at once as', () => {
  const marks = `a${'\u0315\u0327'.repeat(25_000)}`
  const ada = { name: 'Ada', email: 'ada.marks@example.com', role: 'viewer' }

  test.each<[string, string, unknown]>([
    ['a name', 'POST /v1/users', { ...ada, name: marks }],
    ['an e-mail address', 'POST /v1/users', { ...ada, email: `${marks}@example.com` }],
    ['a name of many', 'POST /v1/users/batch', { users: [{ ...ada, name: marks }] }],
    ['the name of a key', 'POST /v1/api-keys', { name: marks, role: 'viewer' }],
    ['what an endpoint is for', 'POST /v1/webhook-endpoints', { url: 'https://example.com', description: marks }],
    ['words to search for', 'POST /v1/exports', { format: 'csv', filter: { search: marks } }],
    ['the address of a session', 'POST /v1/session', { email: `${marks}@example.com`, password: 'p' }],
  ])('%s', (_what, call, body) => expectRefusal(422, () => service.admin.rest(call, body)))

  test('a password', async () => {
    const { id } = await service.admin.sdk.users.create({ ...ada, role: 'viewer' })
    await expectRefusal(422, () => service.admin.rest(`POST /v1/users/${id}/password`, { password: marks }))
  })
})
