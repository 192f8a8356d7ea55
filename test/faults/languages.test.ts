import { migrate, openDatabase } from '@roster/core/server'
import { application, entities } from '@roster/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lacksGerman, type PostgresServer, startGermanPostgres } from '../support/postgres-server.ts'
import { type Service, startService } from '../support/service.ts'

describe.skipIf(lacksGerman)('on a server that tells its errors in German', () => {
  let server: PostgresServer
  let service: Service
  beforeAll(async () => {
    server = await startGermanPostgres()
    service = await startService({ open })
    await create('taken')
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await server.stop()
  })

  async function open() {
    const database = await openDatabase({ url: server.url }, { name: 'roster', entities })
    await migrate(database, application.ledgers)
    return { database, url: server.url, directUrl: server.url, drop: () => database.close() }
  }

  const create = (name: string, headers: Record<string, string> = {}) =>
    service.admin.rest('POST /v1/users', { name, email: `${name}@example.com`, role: 'viewer' }, headers)

  const statusesOf = async (names: readonly string[]) =>
    (await Promise.all(names.map((name) => create(name)))).map(({ status }) => status)

  test('an error is in German', async () => {
    await expect(service.database.query({ text: 'select 1 / 0' })).rejects.toMatchObject({ severity: 'FEHLER' })
  })

  test('of changes that are committed together, only that which wants a taken address is refused', async () => {
    expect(await statusesOf(['ann', 'ben', 'taken', 'cleo', 'dora'])).toEqual([201, 201, 409, 201, 201])
  })

  test('a change with an idempotency key that wants a taken address is refused, each time', async () => {
    const refused = { status: 409, body: { code: 'email-taken' } }
    expect(await create('taken', { 'idempotency-key': 'once' })).toMatchObject(refused)
    expect(await create('taken', { 'idempotency-key': 'once' })).toMatchObject(refused)
  })

  test('a refused statement costs no connection', async () => {
    const own = async () =>
      (await service.database.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }))[0]
    const before = await own()
    await expect(service.database.query({ text: 'select 1 / 0' })).rejects.toThrow('Division durch Null')
    expect(await own()).toEqual(before)
  })
})
