import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Service, startService } from '@roster/test/service'
import { onPostgres } from '@roster/test/database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sequenceAll } from '../event-log/events.fixture.ts'
import { eventAccess } from '@roster/api'
import type { Database } from '../data/database.ts'
import { createSealer } from '../crypto/sealer.ts'
import { queueDeliveries } from './queue-up.ts'
import { DeliveryQueue } from './queue.ts'
import type { EndpointLease, Failure } from './endpoint-lease.ts'

const DAY = 24 * 60 * 60 * 1_000

let service: Service
let queue: DeliveryQueue
let people = 0
beforeEach(async () => {
  service = await startService()
  queue = new DeliveryQueue(service.database, createSealer(service.secrets, 'webhook'))
  const endpoint = { url: 'https://hooks.example.com', events: ['user.created'] as const }
  await service.admin.sdk.webhookEndpoints.create({ ...endpoint, events: [...endpoint.events] })
  await addUser()
})
afterEach(() => service.stop())

async function addUser(): Promise<void> {
  const email = `person${++people}@example.com`
  await service.admin.sdk.users.create({ name: 'Person', email, role: 'viewer' })
  await sequenceAll(service.database, [queueDeliveries(eventAccess)])
}

/** The lease of the only endpoint, if it can be had. */
async function claim(failing = false): Promise<EndpointLease | undefined> {
  const [lease] = await queue.claim({ failing, limit: 10 }, service.clock.now())
  return lease
}

const attempt = (status_code: number) => ({
  at: new Date(service.clock.now()).toISOString(),
  status_code,
  error: null,
  duration_ms: 1,
})

const dueAt = (lease: EndpointLease, time: number) => lease.due({ time, limit: 20 })

const failure = (status: Failure['status'], nextAttemptAt: number | null = null): Failure => ({
  attempt: attempt(500),
  status,
  nextAttemptAt,
  isGone: false,
})

/** Writes down that the first delivery which is due has failed, and resolves to why that disabled the endpoint. */
async function fail(lease: EndpointLease, ...how: Parameters<typeof failure>) {
  const [delivery] = await dueAt(lease, service.clock.now())
  return lease.failed(delivery!, failure(...how), service.clock.now())
}

/** Writes down that the first delivery which is due has succeeded. */
async function succeed(lease: EndpointLease): Promise<void> {
  const [delivery] = await dueAt(lease, service.clock.now())
  lease.succeeded(delivery!, attempt(200))
  await lease.written()
}

const endLease = () =>
  service.database.query({ text: `update webhook_endpoints set leased_until = now() - interval '1 s'` })

test('an endpoint belongs to whoever took it, until it is given back', async () => {
  const lease = await claim()
  expect(await claim()).toBeUndefined()
  await lease!.release()
  expect(await claim()).toBeDefined()
})

test('of several endpoints the one comes first that nobody has had for longest', async () => {
  await service.admin.sdk.webhookEndpoints.create({ url: 'https://hooks.example.com' })
  await addUser()
  const claimed: string[] = []
  while (claimed.length < 5) {
    const [lease] = await queue.claim({ failing: false, limit: 1 }, service.clock.now())
    claimed.push(lease!.endpointId)
    await lease!.release()
  }
  const [first, second] = claimed
  expect(first).not.toBe(second)
  expect(claimed).toEqual([first, second, first, second, first])
})

test.each(['redeliver', 'recover'] as const)(
  'what has failed for the last time has every attempt again after %s',
  async (name) => {
    const { webhookEndpoints } = service.admin.sdk
    const [endpoint] = (await webhookEndpoints.list()).data
    const [delivery] = (await webhookEndpoints.deliveries(endpoint!.id)).data
    await service.database.query({ text: `update webhook_deliveries set status = 'failed', failures = 10` })
    if (name === 'redeliver') await webhookEndpoints.redeliver(endpoint!.id, delivery!.id)
    else await webhookEndpoints.recover(endpoint!.id, { since: delivery!.created_at })
    const due = await dueAt((await claim())!, service.clock.now())
    expect(due.map(({ id, failures }) => ({ id, failures }))).toEqual([{ id: delivery!.id, failures: 0 }])
  },
)

test('who was silent for too long has lost the endpoint, and writes nothing down', async () => {
  const slow = (await claim())!
  const [delivery] = await dueAt(slow, service.clock.now())
  await endLease()
  const next = (await claim())!
  slow.succeeded(delivery!, attempt(200))
  await slow.written()
  expect(await slow.mayGoOn()).toBe(false)
  await slow.failed(delivery!, failure('failed'), service.clock.now())
  expect(await dueAt(slow, service.clock.now())).toEqual([])
  expect(await dueAt(next, service.clock.now())).toEqual([delivery])
})

test('who has lost an endpoint does not end the lease of who has it now', async () => {
  const slow = (await claim())!
  await endLease()
  const next = (await claim())!
  await slow.release()
  expect(await claim()).toBeUndefined()
  await next.release()
  expect(await claim()).toBeDefined()
})

describe('an endpoint that is a process’s own by the database alone', () => {
  /** What the queue of another process gets. */
  const claimElsewhere = async () =>
    new DeliveryQueue(service.database, createSealer(service.secrets, 'webhook')).claim(
      { failing: false, limit: 10 },
      service.clock.now(),
    )
  const leaseOf = async () => {
    const [row] = await service.database.query<{ lease: string }>({ text: 'select lease from webhook_endpoints' })
    return row!.lease
  }
  const restore = (lease: string) =>
    service.database.query(
      { text: `update webhook_endpoints set lease = $1, leased_until = now() + interval '30 s'` },
      [lease],
    )

  test('is claimed again at once by that process, and by no other: its release was lost with a server', async () => {
    const lease = (await claim())!
    const held = await leaseOf()
    await lease.release()
    await restore(held)
    expect(await claimElsewhere()).toEqual([])
    expect(await claim()).toBeDefined()
  })

  test('is claimed again where the claim was made and its answer lost', async () => {
    let losses = 1
    const query: Database['query'] = async (statement, values) => {
      const rows = await service.database.query(statement, values)
      if (losses-- > 0) throw new Error('Connection terminated unexpectedly')
      return rows as never
    }
    queue = new DeliveryQueue({ ...service.database, query }, createSealer(service.secrets, 'webhook'))
    await expect(claim()).rejects.toThrow('Connection terminated')
    expect(await claimElsewhere()).toEqual([])
    expect(await claim()).toBeDefined()
  })

  test('is claimed again where its lease was abandoned, and not before', async () => {
    const lease = (await claim())!
    await expect(lease.answered(Promise.reject(new Error('Connection terminated')))).rejects.toThrow('Connection')
    expect(await claim()).toBeUndefined()
    lease.abandon()
    expect(await claimElsewhere()).toEqual([])
    expect(await claim()).toBeDefined()
  })

  test('is not, while another claim of the process may have taken it', async () => {
    const answers: (() => void)[] = []
    const query: Database['query'] = async (statement, values) => {
      const rows = await service.database.query(statement, values)
      if (statement.name === 'webhook endpoints claimed') await new Promise<void>((resolve) => answers.push(resolve))
      return rows as never
    }
    queue = new DeliveryQueue({ ...service.database, query }, createSealer(service.secrets, 'webhook'))
    const both = Promise.all([claim(), claim()])
    for (const nth of [1, 2]) {
      await expect.poll(() => answers.length).toBe(nth)
      answers.at(-1)!()
    }
    const [first, second] = await both
    expect(first).toBeDefined()
    expect(second).toBeUndefined()
  })
})

test.each([
  ['is lost', new Error('Connection terminated unexpectedly'), true],
  ['refuses a statement', Object.assign(new Error('deadlock detected'), { severity: 'ERROR', code: '40P01' }), false],
])('a lease is cut off where the database is lost: one that %s', async (_what, error, isCutOff) => {
  const lease = (await claim())!
  expect(lease.isCutOff).toBe(false)
  await expect(lease.answered(Promise.reject(error))).rejects.toBe(error)
  expect(lease.isCutOff).toBe(isCutOff)
})

test('a repetition is due at its time, and not before', async () => {
  const lease = (await claim())!
  const later = service.clock.now() + 5_000
  await fail(lease, 'pending', later)
  expect(await dueAt(lease, later - 1)).toEqual([])
  expect(await dueAt(lease, later)).toHaveLength(1)
})

test.each([
  ['for five days without a success', 5 * DAY, false, 'failing'],
  ['for a moment less', 5 * DAY - 1, false, undefined],
  ['for five days with a success between', 5 * DAY, true, undefined],
])('an endpoint that fails %s', async (_what, time, succeeds, disabled) => {
  const lease = (await claim())!
  await fail(lease, 'failed')
  await addUser()
  if (succeeds) await succeed(lease)
  await addUser()
  service.clock.advance(time)
  await endLease()
  const again = (await claim(!succeeds))!
  expect(await fail(again, 'failed')).toBe(disabled)
})

test('an endpoint that was disabled for its failures may fail for five days again once it is enabled', async () => {
  await fail((await claim())!, 'failed')
  await addUser()
  service.clock.advance(5 * DAY)
  await endLease()
  expect(await fail((await claim(true))!, 'failed')).toBe('failing')
  const { webhookEndpoints } = service.admin.sdk
  const [endpoint] = (await webhookEndpoints.list()).data
  await webhookEndpoints.update(endpoint!.id, { status: 'enabled' })
  await addUser()
  await endLease()
  expect(await fail((await claim())!, 'failed')).toBeUndefined()
})

describe('an endpoint whose address has changed', () => {
  const url = 'https://other.example.com/'
  const changed = { text: 'update webhook_endpoints set url = $1' }
  const gone = () => ({ ...failure('failed'), isGone: true })
  const states = () =>
    service.database.query({
      text: `select w.status, w.failing_since, d.status as delivery, d.failures, jsonb_array_length(d.attempts) as attempts
        from webhook_endpoints w, webhook_deliveries d`,
    })
  const untouched = { status: 'enabled', failing_since: null, delivery: 'pending', failures: 0, attempts: 1 }

  test('may fail for five days again', async () => {
    await fail((await claim())!, 'failed')
    await addUser()
    service.clock.advance(5 * DAY)
    const { webhookEndpoints } = service.admin.sdk
    const [endpoint] = (await webhookEndpoints.list()).data
    await webhookEndpoints.update(endpoint!.id, { url })
    await endLease()
    expect(await fail((await claim())!, 'failed')).toBeUndefined()
  })

  test('is not judged by what the old one has answered, and the delivery is due at the new one', async () => {
    const lease = (await claim())!
    const [delivery] = await dueAt(lease, service.clock.now())
    await service.database.query(changed, [url])
    expect(await lease.failed(delivery!, gone(), service.clock.now())).toBeUndefined()
    expect(await states()).toEqual([untouched])
  })

  test.runIf(onPostgres)('is not, where the change is committed while the answer is written down', async () => {
    const lease = (await claim())!
    const [delivery] = await dueAt(lease, service.clock.now())
    const change = service.database.transaction()
    await change.query(changed, [url])
    const written = lease.failed(delivery!, gone(), service.clock.now())
    const waiting = `select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => service.database.query({ text: waiting })).toEqual([{ count: 1 }])
    await change.commit()
    expect(await written).toBeUndefined()
    expect(await states()).toEqual([untouched])
  })
})

// On PGlite a transaction that is open holds up everybody.
test.runIf(onPostgres)('what has succeeded is not due, though it is not written down yet', async () => {
  await addUser()
  const lease = (await claim())!
  const [first, second] = await dueAt(lease, service.clock.now())
  const held = service.database.transaction()
  await held.query({ text: 'select 1 from webhook_deliveries where id = $1 for update' }, [first!.id])
  lease.succeeded(first!, attempt(200))
  const due = await dueAt(lease, service.clock.now())
  await held.commit()
  await lease.written()
  expect(due).toEqual([second])
})

test('successes of one endpoint are written down together, and none twice', async () => {
  for (let nth = 0; nth < 4; nth++) await addUser()
  const lease = (await claim())!
  const due = await dueAt(lease, service.clock.now())
  for (const delivery of due) lease.succeeded(delivery, attempt(200))
  await lease.release()
  const text = 'select status, jsonb_array_length(attempts) as attempts from webhook_deliveries'
  expect(await service.database.query({ text })).toEqual(due.map(() => ({ status: 'succeeded', attempts: 1 })))
})

test('an endpoint is given back once every success is written down, and not before', async () => {
  const written = Promise.withResolvers<void>()
  const query: Database['query'] = async (statement, values) => {
    if (statement.name === 'webhook success') await written.promise
    return service.database.query(statement, values)
  }
  queue = new DeliveryQueue({ ...service.database, query }, createSealer(service.secrets, 'webhook'))
  const lease = (await claim())!
  const [delivery] = await dueAt(lease, service.clock.now())
  lease.succeeded(delivery!, attempt(200))
  const released = lease.release()
  for (let turns = 0; turns < 3; turns++) {
    await nextTurn()
    expect(await claim()).toBeUndefined()
  }
  written.resolve()
  await released
  const text = 'select lease, d.status from webhook_endpoints, webhook_deliveries d'
  expect(await service.database.query({ text })).toEqual([{ lease: null, status: 'succeeded' }])
})

test('a lease that runs out is renewed by a success', async () => {
  const lease = (await claim())!
  await service.database.query({ text: `update webhook_endpoints set leased_until = now() + interval '20 s'` })
  await succeed(lease)
  const text = `select leased_until > now() + interval '28 s' as renewed from webhook_endpoints`
  expect(await service.database.query({ text })).toEqual([{ renewed: true }])
  expect(await lease.mayGoOn()).toBe(true)
})

test('who has an endpoint that was changed makes no more of its deliveries', async () => {
  const lease = (await claim())!
  const [delivery] = await dueAt(lease, service.clock.now())
  await service.database.query({ text: `update webhook_endpoints set updated_at = updated_at + interval '1 s'` })
  expect(await dueAt(lease, service.clock.now())).toEqual([])
  lease.succeeded(delivery!, attempt(200))
  await lease.written()
  expect(await lease.mayGoOn()).toBe(false)
})
