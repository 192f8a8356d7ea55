import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '@roster/test/database'
import { type Service, startService } from '@roster/test/service'

const WRITERS = 8
const ROUNDS = 10

// Changes of the embedded database are made one after another.
describe.skipIf(!onPostgres)('changes that several make at once (needs PostgreSQL: set DATABASE_URL)', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
    await service.startEventLog()
  })
  afterAll(() => service.stop())

  test('of one user have their events in the order of its versions, with and without idempotency keys', async () => {
    const { admin } = service
    const { id } = await admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
    const change = (round: number, writer: number) => {
      const key = writer % 2 === 0 ? { 'idempotency-key': `${round}-${writer}` } : {}
      return admin.rest(`PATCH /v1/users/${id}`, { name: `Ada ${round}-${writer}` }, key)
    }
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => change(round, writer)))

    const versions = async () => {
      const { body } = await admin.rest('GET /v1/events?type=user.updated&limit=100')
      return body.data.map(({ data }: { data: { version: number } }) => data.version)
    }
    const ascending = Array.from({ length: WRITERS * ROUNDS }, (_, nth) => nth + 2)
    await expect.poll(async () => (await versions()).length, { timeout: 10_000 }).toBe(ascending.length)
    expect(await versions()).toEqual(ascending)
  })
})
