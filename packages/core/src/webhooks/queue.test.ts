import { setImmediate as nextTurn } from 'node:timers/promises'
import { onPostgres } from '@roster/test/database'
import { passing } from '@roster/test/passing'
import { dueAt, setQueueScene } from '@roster/test/webhook-queue'
import { describe, expect, test } from 'vitest'
import type { Database } from '../data/database.ts'
import { createSealer } from '../crypto/sealer.ts'
import { DeliveryQueue } from './queue.ts'

const scene = setQueueScene()
const { addUser, attempt, claim, endLease, fail, failure, succeed } = scene

test('an endpoint belongs to whoever took it, until it is given back', async () => {
  const lease = await claim()
  expect(await claim()).toBeUndefined()
  await lease!.release()
  expect(await claim()).toBeDefined()
})

test('of several endpoints the one comes first that nobody has had for longest', async () => {
  await scene.service.admin.sdk.webhookEndpoints.create({ url: 'https://hooks.example.com' })
  await addUser()
  const claimed: string[] = []
  while (claimed.length < 5) {
    const [lease] = await scene.queue.claim({ failing: false, limit: 1 }, scene.service.clock.now())
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
    const { webhookEndpoints } = scene.service.admin.sdk
    const [endpoint] = (await webhookEndpoints.list()).data
    const [delivery] = (await webhookEndpoints.deliveries(endpoint!.id)).data
    await scene.service.database.query({ text: `update webhook_deliveries set status = 'failed', failures = 10` })
    if (name === 'redeliver') await webhookEndpoints.redeliver(endpoint!.id, delivery!.id)
    else await webhookEndpoints.recover(endpoint!.id, { since: delivery!.created_at })
    const due = await dueAt((await claim())!, scene.service.clock.now())
    expect(due.map(({ id, failures }) => ({ id, failures }))).toEqual([{ id: delivery!.id, failures: 0 }])
  },
)

test('who was silent for too long has lost the endpoint, and writes nothing down', async () => {
  const slow = (await claim())!
  const [delivery] = await dueAt(slow, scene.service.clock.now())
  await endLease()
  const next = (await claim())!
  slow.succeeded(delivery!, attempt(200))
  await slow.written()
  expect(await slow.mayGoOn()).toBe(false)
  await slow.failed(delivery!, failure('failed'), scene.service.clock.now())
  expect(await dueAt(slow, scene.service.clock.now())).toEqual([])
  expect(await dueAt(next, scene.service.clock.now())).toEqual([delivery])
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
    new DeliveryQueue(scene.service.database, createSealer(scene.service.secrets, 'webhook')).claim(
      { failing: false, limit: 10 },
      scene.service.clock.now(),
    )
  const leaseOf = async () => {
    const [row] = await scene.service.database.query<{ lease: string }>({ text: 'select lease from webhook_endpoints' })
    return row!.lease
  }
  const restore = (lease: string) =>
    scene.service.database.query(
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
      const rows = await scene.service.database.query(statement, values)
      if (losses-- > 0) throw new Error('Connection terminated unexpectedly')
      return rows as never
    }
    scene.queue = new DeliveryQueue(
      { ...scene.service.database, query },
      createSealer(scene.service.secrets, 'webhook'),
    )
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
      const rows = await scene.service.database.query(statement, values)
      if (statement.name === 'webhook endpoints claimed') await new Promise<void>((resolve) => answers.push(resolve))
      return rows as never
    }
    scene.queue = new DeliveryQueue(
      { ...scene.service.database, query },
      createSealer(scene.service.secrets, 'webhook'),
    )
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
  const later = scene.service.clock.now() + 5_000
  await fail(lease, 'pending', later)
  expect(await dueAt(lease, later - 1)).toEqual([])
  expect(await dueAt(lease, later)).toHaveLength(1)
})

// On PGlite a transaction that is open holds up everybody.
test.runIf(onPostgres)('what has succeeded is not due, though it is not written down yet', async () => {
  await addUser()
  const lease = (await claim())!
  const [first, second] = await dueAt(lease, scene.service.clock.now())
  const held = scene.service.database.transaction()
  await held.query({ text: 'select 1 from webhook_deliveries where id = $1 for update' }, [first!.id])
  lease.succeeded(first!, attempt(200))
  const due = await dueAt(lease, scene.service.clock.now())
  await held.commit()
  await lease.written()
  expect(due).toEqual([second])
})

/** Makes the database write down successes only once the returned promise is resolved. */
function holdSuccesses(): PromiseWithResolvers<void> {
  const written = Promise.withResolvers<void>()
  const query: Database['query'] = async (statement, values) => {
    if (statement.name === 'webhook success') await written.promise
    return scene.service.database.query(statement, values)
  }
  scene.queue = new DeliveryQueue({ ...scene.service.database, query }, createSealer(scene.service.secrets, 'webhook'))
  return written
}

test('successes that are not written down yet hide none of the deliveries after them', async () => {
  await addUser()
  const written = holdSuccesses()
  const lease = (await claim())!
  const [first, second] = await dueAt(lease, scene.now)
  lease.succeeded(first!, attempt(200))
  const due = await lease.due({ time: scene.now, limit: 1 })
  written.resolve()
  await lease.written()
  expect(due).toEqual([second])
})

test('successes of one endpoint are written down together, and none twice', async () => {
  for (let nth = 0; nth < 4; nth++) await addUser()
  const lease = (await claim())!
  const due = await dueAt(lease, scene.service.clock.now())
  for (const delivery of due) lease.succeeded(delivery, attempt(200))
  await lease.release()
  const text = 'select status, jsonb_array_length(attempts) as attempts from webhook_deliveries'
  expect(await scene.service.database.query({ text })).toEqual(due.map(() => ({ status: 'succeeded', attempts: 1 })))
})

test('an endpoint is given back once every success is written down, and not before', async () => {
  const written = holdSuccesses()
  const lease = (await claim())!
  const [delivery] = await dueAt(lease, scene.service.clock.now())
  lease.succeeded(delivery!, attempt(200))
  const released = lease.release()
  for (let turns = 0; turns < 3; turns++) {
    await nextTurn()
    expect(await claim()).toBeUndefined()
  }
  written.resolve()
  await released
  const text = 'select lease, d.status from webhook_endpoints, webhook_deliveries d'
  expect(await scene.service.database.query({ text })).toEqual([{ lease: null, status: 'succeeded' }])
})

describe('an endpoint that was claimed ten seconds ago', () => {
  test('gets no attempt before a success is written down: its lease could end meanwhile', async () => {
    const pass = passing()
    const lease = (await claim())!
    pass(6_000)
    expect(await lease.mayGoOn()).toBe(true)
    pass(4_001)
    expect(await lease.mayGoOn()).toBe(false)
    await succeed(lease)
    expect(await lease.mayGoOn()).toBe(true)
    pass(5_001)
    expect(await lease.mayGoOn()).toBe(false)
  })

  test('gets none, where the answer to the claim took as long', async () => {
    const pass = passing()
    const { database, secrets } = scene.service
    const query: Database['query'] = async (statement, values) => {
      const rows = await database.query(statement, values)
      if (statement.name === 'webhook endpoints claimed') pass(10_001)
      return rows as never
    }
    scene.queue = new DeliveryQueue({ ...database, query }, createSealer(secrets, 'webhook'))
    expect(await (await claim())!.mayGoOn()).toBe(false)
  })
})

test('a lease that runs out is renewed by a success', async () => {
  const lease = (await claim())!
  await scene.service.database.query({ text: `update webhook_endpoints set leased_until = now() + interval '20 s'` })
  await succeed(lease)
  const text = `select leased_until > now() + interval '25 s' as renewed from webhook_endpoints`
  expect(await scene.service.database.query({ text })).toEqual([{ renewed: true }])
  expect(await lease.mayGoOn()).toBe(true)
})

test('who has an endpoint that was changed makes no more of its deliveries', async () => {
  const lease = (await claim())!
  const [delivery] = await dueAt(lease, scene.service.clock.now())
  await scene.service.database.query({ text: `update webhook_endpoints set updated_at = updated_at + interval '1 s'` })
  expect(await dueAt(lease, scene.service.clock.now())).toEqual([])
  lease.succeeded(delivery!, attempt(200))
  await lease.written()
  expect(await lease.mayGoOn()).toBe(false)
})
