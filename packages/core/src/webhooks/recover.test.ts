import { eventAccess } from '@roster/api'
import { onPostgres } from '@roster/test/database'
import { type Service, startService } from '@roster/test/service'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Transaction } from '../data/transaction.ts'
import { commitEvents, sequenceAll } from '../event-log/events.fixture.ts'
import { queueDeliveries } from './queue-up.ts'

const COUNT = 2_500

let service: Service
let path: string
let since: string
beforeEach(async () => {
  service = await startService()
  since = new Date(service.clock.now()).toISOString()
  const { body } = await service.admin.rest('POST /v1/webhook-endpoints', {
    url: 'https://hooks.example.com',
    events: ['user.created'],
  })
  path = `/v1/webhook-endpoints/${body.id}`
})
afterEach(() => service.stop())

const emit = (count: number) =>
  commitEvents(service.database, ...Array.from({ length: count }, (_, nth) => `usr_${nth}`))
const sequence = () => sequenceAll(service.database, [queueDeliveries(eventAccess)])
const turn = (status: string) => service.admin.rest(`PATCH ${path}`, { status })
const recover = (headers: Record<string, string> = {}) => service.admin.rest(`POST ${path}/recover`, { since }, headers)
const failAll = () => service.database.query({ text: `update webhook_deliveries set status = 'failed', failures = 10` })

/** The number of deliveries that each transaction wrote last, the largest first. */
const written = async () => {
  const text = `select count(*) as written from webhook_deliveries where status = 'pending' group by xmin::text order by 1 desc`
  return (await service.database.query<{ written: number }>({ text })).map((row) => row.written)
}

/** Does something once, after the first commit from now on. */
function afterCommit(act: () => Promise<unknown>): void {
  const spied = vi.spyOn(Transaction.prototype, 'commit').mockImplementationOnce(async function (this: Transaction) {
    await this.commit()
    await act()
  })
  onTestFinished(() => spied.mockRestore())
}

/** Leaves an endpoint with events that it has missed. */
async function miss(count: number): Promise<void> {
  await turn('disabled')
  await emit(count)
  await sequence()
  await turn('enabled')
}

describe.each([
  ['', {}],
  [' under an idempotency key', { 'idempotency-key': 'once' }],
])('a large recovery%s', (_way, headers) => {
  test('queues what was missed in transactions of a thousand, and answers the sum', async () => {
    await miss(COUNT)
    expect(await recover(headers)).toMatchObject({ status: 202, body: { queued: COUNT } })
    expect(await written()).toEqual([1_000, 1_000, 500])
    expect(await recover()).toMatchObject({ body: { queued: 0 } })
  })

  test('queues what has failed in transactions of a thousand, and answers the sum', async () => {
    await emit(COUNT)
    await sequence()
    await failAll()
    expect(await recover(headers)).toMatchObject({ status: 202, body: { queued: COUNT } })
    expect(await written()).toEqual([1_000, 1_000, 500])
  })

  test('does the same with failures whose events are not asked for any more', async () => {
    await emit(COUNT)
    await sequence()
    await failAll()
    await service.admin.rest(`PATCH ${path}`, { events: ['user.deleted'] })
    expect(await recover(headers)).toMatchObject({ status: 202, body: { queued: COUNT } })
    expect(await written()).toEqual([1_000, 1_000, 500])
  })

  test('lets others go between two transactions, and ends where the endpoint is disabled then', async () => {
    await miss(COUNT)
    afterCommit(() => turn('disabled'))
    expect(await recover(headers)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await written()).toEqual([1_000])
    await turn('enabled')
    expect(await recover()).toMatchObject({ body: { queued: COUNT - 1_000 } })
  })
})

test('a large recovery queues events in their order, whether they have failed or were missed', async () => {
  await emit(300)
  await sequence()
  await failAll()
  await miss(COUNT)
  afterCommit(() => turn('disabled'))
  await recover()
  const text = 'select status, count(*) as count from webhook_deliveries group by status'
  expect(await service.database.query({ text })).toEqual([{ status: 'pending', count: 1_000 }])
})

test('a small recovery is one transaction', async () => {
  await emit(300)
  await sequence()
  await failAll()
  await miss(300)
  expect(await recover()).toMatchObject({ body: { queued: 600 } })
  expect(await written()).toEqual([600])
})

test.runIf(onPostgres)('of recoveries at once, each queues what the others do not', async () => {
  await miss(COUNT)
  const answers = await Promise.all([recover(), recover(), recover({ 'idempotency-key': 'third' })])
  const sum = answers.map(({ body }) => body.queued).reduce((one, other) => one + other)
  expect(sum).toBe(COUNT)
  expect((await written()).every((count) => count <= 1_000)).toBe(true)
})
