import type { ApiKeysCreateBody, OauthClientsCreateBody, Roster, WebhookEndpointsCreateBody } from '@roster/sdk'
import type { Caller } from '@roster/test/caller'
import { clientWithin, KEYLESS, statusOf } from '@roster/test/client'
import { onPostgres } from '@roster/test/database'
import { type Call, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '@roster/test/records'

const HOUR = 60 * 60 * 1_000
const LIMITS = { endpoints: 2, keys: 2, clients: 2, exports: 7 }

const KEY: ApiKeysCreateBody = { name: 'X', role: 'admin', scopes: ['read:users'] }
const CLIENT: OauthClientsCreateBody = {
  name: 'X',
  type: 'confidential',
  grant_types: ['client_credentials'],
  scopes: ['read:users'],
}
const ENDPOINT: WebhookEndpointsCreateBody = { url: 'https://hooks.example.com/roster', events: ['user.created'] }

const refused = (detail: string) => ({ status: 409, body: { code: 'limit-reached', detail } })

describe.each(PROTOCOLS)('over %s', (protocol) => {
  let service: Service
  /** Somebody who has made nothing yet. */
  const newcomer = async (): Promise<Call> => over(protocol, await service.caller({}))
  beforeAll(async () => {
    service = await startService({ limits: { ...LIMITS, keys: 20 } })
  })
  afterAll(() => service.stop())

  test.each([
    [
      'webhookEndpoints',
      ENDPOINT,
      ({ id }: any) => ['delete', { endpoint_id: id }] as const,
      'This caller has made 2 webhook endpoints, and one maker may have 2 at once. Delete one that is not needed any more.',
    ],
    [
      'oauthClients',
      CLIENT,
      ({ client_id }: any) => ['delete', { client_id }] as const,
      'This caller has made 2 OAuth clients, and one maker may have 2 at once. Delete one that is not needed any more.',
    ],
  ])('one maker may have 2 %s, until one is ended', async (resource, input, endOf, detail) => {
    const [maker, other] = [await newcomer(), await newcomer()]
    const create = (call = maker) => call(`${resource}.create`, input)
    const { body } = await create()
    expect(await create()).toMatchObject({ status: 201 })
    expect(await create()).toMatchObject(refused(detail))
    expect(await create(other)).toMatchObject({ status: 201 })

    const [end, named] = endOf(body)
    expect(await other(`${resource}.${end}`, named)).toMatchObject({ status: 204 })
    expect(await create()).toMatchObject({ status: 201 })
    expect(await create()).toMatchObject(refused(detail))
  })

  test('what has no maker counts against nobody', async () => {
    const maker = await newcomer()
    const create = () => maker('oauthClients.create', CLIENT)
    for (const { body } of [await create(), await create()])
      await service.database.query({ text: 'update oauth_clients set created_by = null where client_id = $1' }, [
        body.client_id,
      ])
    expect(await create()).toMatchObject({ status: 201 })
  })

  test('a faulty request is told of its faults first', async () => {
    const maker = await newcomer()
    for (let made = 0; made < 2; made++) await maker('oauthClients.create', CLIENT)
    expect(await maker('oauthClients.create', { ...CLIENT, type: 'public' })).toMatchObject({ status: 422 })
  })

  test('one maker may have 20 keys that work: none that is revoked or has expired counts', async () => {
    const maker = await newcomer()
    const create = (members: object = {}) => maker('apiKeys.create', { ...KEY, ...members })
    const expires_at = new Date(service.clock.now() + HOUR).toISOString()
    for (let made = 1; made < 20; made++) expect(await create({ expires_at })).toMatchObject({ status: 201 })
    const { body } = await create()
    const detail =
      'This caller has made 20 API keys that work, and one maker may have 20 at once. Revoke one that is not needed any more.'
    expect(await create()).toMatchObject(refused(detail))

    await maker('apiKeys.revoke', { key_id: body.id })
    expect(await create()).toMatchObject({ status: 201 })
    expect(await create()).toMatchObject(refused(detail))

    service.clock.advance(HOUR)
    expect(await create()).toMatchObject({ status: 201 })
  })

  describe('exports', () => {
    let maker: Call
    const create = () => maker('exports.create', { format: 'csv' })
    const finish = (status: string) => service.database.query({ text: 'update exports set status = $1' }, [status])

    test('one maker may have 5 that are not finished', async () => {
      maker = await newcomer()
      for (let made = 0; made < 5; made++) expect(await create()).toMatchObject({ status: 202 })
      const detail =
        'This caller has made 5 exports that are not finished, and one maker may have 5 at once. Wait until one is, and try again.'
      expect(await create()).toMatchObject(refused(detail))
      await finish('running')
      expect(await create()).toMatchObject(refused(detail))
      await finish('failed')
      expect(await create()).toMatchObject({ status: 202 })
    })

    test('and 7 that have not expired', async () => {
      expect(await create()).toMatchObject({ status: 202 })
      await finish('succeeded')
      const detail =
        'This caller has made 7 exports that have not expired, and one maker may have 7 at once. Try again when one has: 24 hours after it was made.'
      expect(await create()).toMatchObject(refused(detail))
      service.clock.advance(24 * HOUR - 1)
      expect(await create()).toMatchObject(refused(detail))
      service.clock.advance(1)
      expect(await create()).toMatchObject({ status: 202 })
    })
  })
})

/** How a client makes one of each. */
const CREATE: Record<string, (client: Roster) => ReturnType<typeof statusOf>> = {
  'webhook endpoints': ({ webhookEndpoints }) => statusOf(webhookEndpoints.create(ENDPOINT)),
  'API keys': ({ apiKeys }) => statusOf(apiKeys.create(KEY)),
  'OAuth clients': ({ oauthClients }) => statusOf(oauthClients.create(CLIENT)),
  exports: ({ exports }) => statusOf(exports.create({ format: 'csv' })),
}

// The embedded database runs its transactions one after another, so that none of this can go wrong there.
describe.skipIf(!onPostgres).each([
  ['under idempotency keys', {}],
  ['without idempotency keys', KEYLESS],
])('at the same time, %s, on a PostgreSQL server (set DATABASE_URL to run this)', (_keys, options) => {
  let service: Service
  let processes: Service[]
  beforeAll(async () => {
    service = await startService()
    const limits = { ...LIMITS, exports: 2 }
    processes = await Promise.all([1, 2].map(() => startService({ beside: service, limits })))
  })
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()))
    await service.stop()
  })

  /** What somebody calls each process with. */
  const clientsOf = async ({ sdk }: Caller): Promise<Roster[]> => {
    const { secret } = await sdk.apiKeys.create({ name: 'Maker', role: 'admin', scopes: [...SCOPES] })
    return processes.map(({ app }) => clientWithin(app, { 'x-api-key': secret }, options))
  }

  test.each(Object.entries(CREATE))(
    'of 20 %s that one maker creates in two processes with room for one, one is made',
    async (_what, create) => {
      const clients = await clientsOf(service.admin)
      const first = await create(clients[0]!)
      const statuses = await Promise.all(Array.from({ length: 20 }, (_, nth) => create(clients[nth % 2]!)))
      expect(statuses.toSorted((a, b) => a - b)).toEqual([first, ...Array.from({ length: 19 }, () => 409)])
      expect(first).toBeLessThan(300)
    },
  )
})
