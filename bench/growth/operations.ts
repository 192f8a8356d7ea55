import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ask, type Scene } from './scene.ts'

/** An operation of callers that is measured. */
export interface Operation {
  name: string
  /** Greatest number of repetitions. */
  times: number
  /** Prepares the operation, and returns the function that is repeated. `nth` counts the repetitions. */
  prepare: (scene: Scene) => Promise<(nth: number) => Promise<unknown>>
}

/** Greatest number of pages of 100 records that are read to reach a deep page. */
const DEEP = 1_000

/** Returns an operation that repeats the same GET request. */
const reading = (name: string, path: (scene: Scene) => string): Operation => ({
  name,
  times: 31,
  prepare: async (scene) => () => ask(scene, path(scene)),
})

/** All measured operations, in order. Operations that add records come last. */
export const operations: readonly Operation[] = [
  {
    name: 'GET a user',
    times: 100,
    async prepare(scene) {
      const rows = await scene.run('select id from users where deleted_at is null order by md5(id) limit 101')
      const ids = (rows as { id: string }[]).map(({ id }) => id)
      return (nth) => ask(scene, `/v1/users/${ids[nth]}`)
    },
  },
  reading('users by cursor, first page', () => '/v1/users?cursor='),
  {
    name: 'users by cursor, far down',
    times: 31,
    async prepare(scene) {
      const steps = Math.min(DEEP, scene.users / 200)
      const list = '/v1/users?sort=name&limit=100&cursor='
      let cursor = ''
      for (let step = 0; step < steps; step++) cursor = (await ask(scene, list + cursor)).next_cursor
      return () => ask(scene, list.replace('100', '20') + cursor)
    },
  },
  reading('users by page, with total', () => '/v1/users'),
  reading('users by page, the 50th', () => '/v1/users?page=50'),
  reading('users with a common role', () => '/v1/users?role=viewer&cursor='),
  reading('users with a rare role', () => '/v1/users?role=admin&sort=name&cursor='),
  reading('users with a rare status', () => '/v1/users?status=suspended&cursor='),
  reading('users with a rare role, with total', () => '/v1/users?role=admin'),
  reading('search: a common word', () => '/v1/users?search=example&cursor='),
  reading('search: a word in 10 users', () => '/v1/users?search=needle&cursor='),
  reading('search: two words', () => '/v1/users?search=ada%2077&sort=name&cursor='),
  reading('search: a common word, with total', () => '/v1/users?search=example'),
  reading('search: nothing found', () => '/v1/users?search=nowhere&cursor='),
  {
    name: 'events from the middle',
    times: 31,
    async prepare(scene) {
      const { next_cursor } = await ask(scene, '/v1/events?limit=1')
      const middle = next_cursor.replace(/\d+$/, String(Math.floor(scene.events / 2)))
      return () => ask(scene, `/v1/events?after=${middle}`)
    },
  },
  reading('events from the start', () => '/v1/events'),
  reading('events of a rare name', () => '/v1/events?type=user.suspended'),
  reading('events of a name that there is none of', () => '/v1/events?type=export.failed'),
  reading('deliveries by cursor', ({ endpoint }) => `/v1/webhook-endpoints/${endpoint}/deliveries?cursor=`),
  reading('deliveries by page, with total', ({ endpoint }) => `/v1/webhook-endpoints/${endpoint}/deliveries`),
  reading('failed deliveries', ({ endpoint }) => `/v1/webhook-endpoints/${endpoint}/deliveries?status=failed&cursor=`),
  reading(
    'pending deliveries',
    ({ endpoint }) => `/v1/webhook-endpoints/${endpoint}/deliveries?status=pending&cursor=`,
  ),
  {
    name: 'deliveries recovered, of the last second',
    times: 5,
    async prepare(scene) {
      const path = `/v1/webhook-endpoints/${scene.endpoint}/recover`
      return () => ask(scene, path, { since: new Date(Date.now() - 1_000).toISOString() })
    },
  },
  {
    name: 'POST a user',
    times: 100,
    prepare: async (scene) => () => ask(scene, '/v1/users', person()),
  },
  {
    name: 'POST a user, with an idempotency key',
    times: 100,
    prepare: async (scene) => () => ask(scene, '/v1/users', person(), { 'idempotency-key': randomUUID() }),
  },
  {
    name: 'POST 1,000 users, until their events are in order',
    times: 5,
    async prepare(scene) {
      return async () => {
        const before = await headOf(scene)
        await ask(scene, '/v1/users/batch', { users: Array.from({ length: 1_000 }, person) })
        await until(async () => (await headOf(scene)) >= before + 1_000)
      }
    },
  },
  {
    name: 'POST 1,000 users, until their webhooks have come',
    times: 5,
    async prepare(scene) {
      await quiet(scene)
      return async () => {
        const before = scene.receiver.count()
        await ask(scene, '/v1/users/batch', { users: Array.from({ length: 1_000 }, person) })
        await until(async () => scene.receiver.count() >= before + 1_000)
      }
    },
  },
]

const person = () => ({ name: 'Grace Hopper', email: `${randomUUID()}@example.com`, role: 'viewer' })

async function headOf({ run }: Scene): Promise<number> {
  const [{ head }] = (await run('select head from event_log')) as [{ head: string }]
  return Number(head)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(2)
}

/** Waits until no webhook has arrived for a second. */
async function quiet({ receiver }: Scene): Promise<void> {
  for (let before = -1; before !== receiver.count();) {
    before = receiver.count()
    await wait(1_000)
  }
}
