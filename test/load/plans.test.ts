import { eventAccess } from '@roster/api'
import { searchable } from '@roster/core'
import { isId } from '@roster/core/contract'
import { createSealer, DeliveryQueue, queueDeliveries, readLag } from '@roster/core/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill, settle } from '../../bench/growth/fill.ts'
import { firstId } from '../../packages/core/src/contract/ids.ts'
import { sequenceAll } from '../../packages/core/src/event-log/events.fixture.ts'
import { readOn, type Selection } from '../../packages/core/src/event-log/read-on.ts'
import { forgetEvents } from '../../packages/core/src/event-log/retention.ts'
import { deliveryIdSql } from '../../packages/core/src/webhooks/delivery.entity.ts'
import { onPostgres } from '../support/database.ts'
import { largeScansOf, type PlanKind, planOf, sentDuring } from '../support/plans.ts'
import { Clock, type Service, startService } from '../support/service.ts'

const USERS = 100_000
const EVENTS = 300_000

/** What the service has to do with, and who is asked about. */
interface Scene {
  service: Service
  queue: DeliveryQueue
  user: string
  endpoint: string
}

/** A service whose tables hold so much; where that is anything, the planner knows it. */
async function sceneOf(users: number, events: number): Promise<Scene> {
  const service = await startService({ clock: Clock.atPresent() })
  const { id: endpoint } = await service.admin.sdk.webhookEndpoints.create({ url: 'https://hooks.example.com' })
  const run = (text: string, values: readonly unknown[] = []) =>
    service.database.query<{ id: string }>({ text }, values)
  const { id: user } = await service.admin.sdk.users.create(person())
  if (users > 0) {
    await fill(run, { users, events, endpoint, now: service.clock.now() })
    await settle(run)
  }
  const queue = new DeliveryQueue(service.database, createSealer(service.secrets, 'webhook'))
  return { service, queue, user, endpoint }
}

type Work = (scene: Scene) => Promise<unknown>

/** A request of an administrator; names in braces stand for what the scene has. */
const ask =
  (request: string, body?: object, headers?: Record<string, string>): Work =>
  async ({ service, user, endpoint }) => {
    const named = request
      .replace('{user}', user)
      .replace('{deliveries}', `/v1/webhook-endpoints/${endpoint}/deliveries`)
    const { status } = await service.admin.rest(named, body, headers)
    expect(status).toBeLessThan(300)
  }

let people = 0
const person = () => ({ name: 'Grace Hopper', email: `grace.${people++}@example.com`, role: 'viewer' as const })

const add: Work = (scene) => ask('POST /v1/users', person())(scene)
const addOnce: Work = (scene) => ask('POST /v1/users', person(), { 'idempotency-key': `key ${people}` })(scene)

/** A change, and a deletion of what was made for it. */
const change: Work = (scene) => ask('PATCH /v1/users/{user}', { name: `Grace ${people++}` })(scene)
const remove: Work = async ({ service: { admin } }) => {
  const { id } = await admin.sdk.users.create(person())
  await admin.sdk.users.delete(id)
}

const fromTheMiddle: Work = async (scene) => {
  const [log] = await scene.service.database.query<{ epoch: string; head: number }>({
    text: 'select epoch, head from event_log',
  })
  return ask(`GET /v1/events?after=${log!.epoch}:${Math.floor(log!.head / 2)}`)(scene)
}

const follow =
  (selectionOf: (scene: Scene) => Selection): Work =>
  (scene) =>
    readOn(scene.service.database.query, 0, { selection: selectionOf(scene) })

const recover: Work = async ({ service: { admin, clock }, endpoint }) =>
  admin.sdk.webhookEndpoints.recover(endpoint, { since: new Date(clock.now() - 60_000).toISOString() })

/** Takes the endpoint, reads what is due, writes a success and a failure down, and gives the endpoint back. */
const deliver: Work = async ({ queue, service }) => {
  const time = service.clock.now()
  const claim = (failing: boolean) => queue.claim({ failing, limit: 10 }, time)
  const [lease] = [...(await claim(false)), ...(await claim(true))]
  const [first, second] = await lease!.due({ time, limit: 100 })
  const attempt = { at: new Date(time).toISOString(), status_code: 204, error: null, duration_ms: 1 }
  if (first) lease!.succeeded(first, attempt)
  if (second) await lease!.failed(second, { attempt, status: 'pending', nextAttemptAt: time, isGone: false }, time)
  await lease!.written()
  await lease!.release()
}

const sequenced: Work = ({ service }) => sequenceAll(service.database, [queueDeliveries(eventAccess)])

/** What the service does again and again, and the indexes of large tables that it uses. `far` marks what is read from end to end: exact totals. */
const works: [what: string, work: Work, scans: string[]][] = [
  ['a user', ask('GET /v1/users/{user}'), ['users_pkey']],
  ['users by cursor', ask('GET /v1/users?cursor='), ['users_by_created_at']],
  ['users by page', ask('GET /v1/users?page=50'), ['users_by_created_at', 'users_by_role, far', 'users_pkey']],
  ['users of a rare status', ask('GET /v1/users?status=suspended&cursor='), ['users_by_created_at', 'users_by_role']],
  ['a search', ask('GET /v1/users?search=needle&sort=name&cursor='), ['users_by_name', 'users_by_search']],
  ['orders of a user', ask('GET /v1/users/{user}/orders?cursor='), ['orders_by_user', 'users_pkey']],
  ['a new user', add, []],
  ['a new user under a key', addOnce, ['idempotency_keys_pkey']],
  ['a change', change, ['users_pkey']],
  ['a deletion', remove, ['idempotency_keys_pkey', 'users_pkey']],
  ['events from the start', ask('GET /v1/events'), ['events_in_order']],
  ['events from the middle', fromTheMiddle, ['events_in_order']],
  ['events of rare names', ask('GET /v1/events?type=user.suspended,export.failed'), ['events_by_name']],
  ['deliveries by cursor', ask('GET {deliveries}?cursor='), ['webhook_deliveries_by_created_at']],
  [
    'deliveries by page',
    ask('GET {deliveries}'),
    ['webhook_deliveries_by_created_at', 'webhook_deliveries_by_created_at, far'],
  ],
  ['failed deliveries', ask('GET {deliveries}?status=failed&cursor='), ['webhook_deliveries_unsuccessful']],
  ['pending deliveries', ask('GET {deliveries}?status=pending&cursor='), ['webhook_deliveries_unsuccessful']],
  [
    'recovery',
    recover,
    ['events_pkey', 'idempotency_keys_pkey', 'webhook_deliveries_pkey', 'webhook_deliveries_unsuccessful'],
  ],
  ['sequencing', sequenced, ['events_pkey', 'events_unsequenced', 'webhook_deliveries_pkey']],
  ['following the log', ({ service }) => readOn(service.database.query, EVENTS / 2), ['events_in_order']],
  ['following the log for an owner', follow(({ user }) => ({ owner: user })), ['events_by_user']],
  [
    'following the log for names of an owner',
    follow(({ user }) => ({ owner: user, names: ['user.updated', 'order.created'] })),
    ['events_by_user'],
  ],
  [
    'following the log for rare names',
    follow(() => ({ owner: null, names: ['user.suspended', 'export.failed'] })),
    ['events_by_name'],
  ],
  ['delivering', deliver, ['webhook_deliveries_new', 'webhook_deliveries_pkey', 'webhook_deliveries_to_repeat']],
  ['forgetting events', ({ service }) => forgetEvents(service.database, service.clock.now()), ['events_in_order']],
  ['forgetting deliveries', ({ queue }) => queue.forget(), ['events_in_order', 'webhook_deliveries_pkey']],
  [
    'lags',
    ({ service, queue }) => Promise.all([readLag(service.database), queue.lag()]),
    ['events_unsequenced', 'webhook_deliveries_new'],
  ],
]

const STATEMENT = /^\s*(?:select|with|insert|update|delete)\b/

/** Finds out who asks, at every request. */
const AUTHENTICATION = /"?api_keys"?/

/** The scans of large tables by all that a work sends, in plans of one kind. */
async function scansOf(scene: Scene, work: Work, kind: PlanKind): Promise<string[]> {
  const sent = await sentDuring(() => work(scene))
  const scans: string[] = []
  for (const one of sent)
    if (STATEMENT.test(one.text) && !AUTHENTICATION.test(one.text))
      scans.push(...largeScansOf(await planOf(scene.service.database, one, kind)))
  return [...new Set(scans)].toSorted()
}

const kinds: PlanKind[] = ['custom', 'generic']

describe.skipIf(!onPostgres)(`with ${USERS} users and ${EVENTS} events (needs PostgreSQL: set DATABASE_URL)`, () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await sceneOf(USERS, EVENTS)
  })
  afterAll(() => scene.service.stop())

  test('what the tables are filled with is called as the service calls it', async () => {
    const { database } = scene.service
    const [user] = await database.query<{ id: string; search: string; name: string; email: string }>(
      {
        text: 'select * from users where id <> $1 limit 1',
      },
      [scene.user],
    )
    expect(isId('usr', user!.id)).toBe(true)
    expect(user!.search).toBe(searchable(user!.name, user!.email))
    const [event] = await database.query<{ id: string; created_at: string }>({
      text: 'select * from events where seq = 1',
    })
    expect(isId('evt', event!.id)).toBe(true)
    expect(event!.id.slice(0, 14)).toBe(firstId('evt', Date.parse(event!.created_at)))
    const others = {
      text: `select count(*) from webhook_deliveries where id <> ${deliveryIdSql('event_id', 'endpoint_id')}`,
    }
    expect(await database.query(others)).toEqual([{ count: 0 }])
  })

  test.each(works.flatMap(([what, work, scans]) => kinds.map((kind) => [what, kind, work, scans] as const)))(
    '%s: the indexes are asked that are made for it, by a %s plan',
    async (_what, kind, work, scans) => {
      expect(await scansOf(scene, work, kind)).toEqual(scans)
    },
  )

  test.each(kinds)(
    'an owner whom the planner thinks to have half of all events costs no more, by a %s plan',
    async (kind) => {
      const { database } = scene.service
      const believe = (count: number) =>
        database.query({ text: `alter table events alter column user_id set (n_distinct = ${count})` })
      await believe(2)
      await database.query({ text: 'analyze events' })
      try {
        expect(
          await scansOf(
            scene,
            follow(({ user }) => ({ owner: user })),
            kind,
          ),
        ).toEqual(['events_by_user'])
      } finally {
        await believe(0)
        await database.query({ text: 'analyze events' })
      }
    },
  )
})

describe.skipIf(!onPostgres)('with tables that are empty, of which nothing is known (needs PostgreSQL)', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await sceneOf(0, 0)
  })
  afterAll(() => scene.service.stop())

  test.each(works)('%s: a plan that is kept while they fill reads none of them whole', async (_what, work) => {
    expect((await scansOf(scene, work, 'generic')).filter((scan) => scan.startsWith('all of'))).toEqual([])
  })
})
