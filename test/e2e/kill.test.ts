import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addUsers, endLeases } from '../../packages/core/src/exports/exports.fixture.ts'
import { copyDatabase, onPostgres, type TestDatabase } from '../support/database.ts'
import { expectDeliveredWithin } from '../support/history.ts'
import { PATIENCE } from '../support/patience.ts'
import { Peer } from '../support/peer.ts'
import { killAll } from '../support/process.ts'
import { Receiver } from '../support/receiver.ts'
import { endLeases as endWebhookLeases } from '../support/webhooks.ts'

const HELD = `pg_stat_activity where datname = current_database() and wait_event = 'advisory'`

// Triggers hold the process at a point; the embedded database would die with it.
describe.runIf(onPostgres)('kill -9, on a PostgreSQL server (set DATABASE_URL to run this)', () => {
  let copy: TestDatabase
  beforeEach(async () => {
    copy = await copyDatabase()
    await query(`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$`)
  })
  afterEach(async () => {
    await killAll()
    await copy.drop()
  })

  const query = <Row>(text: string) => copy.database.query<Row>({ text })
  const count = async (what: string) => (await query<{ count: number }>(`select count(*) from ${what}`))[0]!.count

  /** Makes a trigger that lets nobody by until the returned function is called. */
  async function hold(trigger: string, condition = 'true'): Promise<() => Promise<void>> {
    await query(`create ${trigger} for each row when (${condition}) execute function wait()`)
    const holder = copy.database.transaction()
    await holder.query({ text: 'select pg_advisory_xact_lock(1)' })
    return () => holder.rollback()
  }

  /** Kills a process that is held, and then lets the server go on. */
  async function killHeld(peer: Peer, letGo: () => Promise<void>): Promise<void> {
    await vi.waitFor(async () => expect(await count(HELD)).toBe(1), { timeout: PATIENCE })
    await peer.kill()
    await letGo()
  }

  /** Lets the server finish what it was told, as if the process had been killed before it heard of that. */
  const finish = (letGo: () => Promise<void>) => letGo

  /** Lets the server forget what it was told, as if the process had been killed before it said so. */
  const takeBack = (letGo: () => Promise<void>) => async () => {
    await query(`select pg_terminate_backend(pid) from ${HELD}`)
    await letGo()
  }

  const moments = [
    ['before its effect', 'trigger held before insert on users', null],
    ['between its effect and its answer', 'trigger held before insert on idempotency_keys', null],
    ['in its commit', 'constraint trigger held after insert on idempotency_keys deferrable initially deferred', 'true'],
  ] as const

  test.each(moments)('a request that is killed %s has one effect when it is repeated', async (_, trigger, replayed) => {
    const letGo = await hold(trigger)
    const user = { name: 'Ada', email: 'ada@example.com', role: 'viewer' } as const
    const create = ({ sdk }: Peer) => sdk.users.create(user, { idempotencyKey: 'k' }).withResponse()
    const first = await Peer.start(copy.url!)
    const lost = create(first).catch(({ name }: Error) => name)
    await killHeld(first, letGo)
    expect(await lost).toBe('ConnectionError')

    const second = await Peer.start(copy.url!)
    const repeated = await create(second)
    const again = await create(second)
    const answers = [repeated.response, again.response]
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [201, replayed],
      [201, 'true'],
    ])
    const { id } = repeated.data
    expect(again.data).toEqual(repeated.data)
    expect(await query('select id from users')).toEqual([{ id }])
    expect(await query(`select data->>'id' as id from events where event = 'user.created'`)).toEqual([{ id }])
  })

  describe('a webhook', () => {
    let receiver: Receiver
    beforeEach(async () => {
      receiver = await Receiver.start()
    })
    afterEach(() => receiver.stop())

    /** Starts a process with an endpoint at the receiver. */
    async function startWithEndpoint(): Promise<Peer> {
      const peer = await Peer.start(copy.url!)
      await peer.sdk.webhookEndpoints.create({ url: receiver.url, events: ['user.created'] })
      return peer
    }

    /** Starts another process, and checks what it makes of what the first has left, and of a change of its own. */
    async function expectAllFromNext(user: string): Promise<void> {
      await endWebhookLeases(copy.database)
      const second = await Peer.start(copy.url!)
      // Whatever is to come again comes before what is new.
      const acknowledged = [user, await second.createUser()]
      await expectDeliveredWithin(20_000, { acknowledged, readLog: () => second.log(), readers: { receiver } })
    }

    test.each([
      ['and not written down comes again: the same event, byte for byte', takeBack, 2],
      ['and written down does not come again', finish, 1],
    ])('whose sender is killed after it was answered %s', async (_, end, times) => {
      const letGo = await hold('trigger held before update on webhook_deliveries', `new.status = 'succeeded'`)
      const first = await startWithEndpoint()
      const user = await first.createUser()
      await killHeld(first, end(letGo))
      expect(receiver.received).toHaveLength(1)

      await expectAllFromNext(user)
      expect(receiver.received).toHaveLength(times + 1)
      const told = receiver.received.slice(0, times).map(({ body, headers }) => [headers['webhook-id'], body])
      expect(told).toEqual(told.map(() => told[0]))
    })

    test.each([
      ['takes back', takeBack],
      ['finishes', finish],
    ])(
      'of a change whose process is killed while it is given its place, which the server %s, comes once',
      async (_, end) => {
        const letGo = await hold('trigger held before insert on webhook_deliveries')
        const first = await startWithEndpoint()
        const user = await first.createUser()
        await killHeld(first, end(letGo))
        expect(receiver.received).toEqual([])

        await expectAllFromNext(user)
        expect(receiver.received).toHaveLength(2)
      },
    )
  })

  test('an export whose maker is killed is made by another process, and is the file that it would have been', async () => {
    await addUsers(copy.database, 5_000)
    const letGo = await hold('trigger held before insert on export_parts', 'new.number = 3')
    const first = await Peer.start(copy.url!)
    const { id } = await first.sdk.exports.create({ format: 'ndjson' })
    const second = await Peer.start(copy.url!)
    await killHeld(first, letGo)
    expect(await count('export_parts')).toBeGreaterThan(0)
    await endLeases(copy.database)

    const made = await fileOf(second, id)
    const undisturbed = await second.sdk.exports.create({ format: 'ndjson' })
    expect(made).toEqual(await fileOf(second, undisturbed.id))
    expect(made).toMatchObject({ lines: 5_000, status: 'succeeded', progress: { done: 5_000, total: 5_000 } })
    expect(await count(`events where event = 'export.succeeded' and data->>'id' = '${id}'`)).toBe(1)
  })

  /** An export once it is made, and its file. */
  async function fileOf(peer: Peer, id: string) {
    const { status, progress, file } = await vi.waitFor(
      async () => {
        const read = await peer.sdk.exports.get(id)
        expect(read.status).toBe('succeeded')
        return read
      },
      { timeout: PATIENCE },
    )
    const bytes = await new Response(await peer.sdk.exports.download(id)).bytes()
    expect(file!.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    return {
      status,
      progress,
      size: bytes.length,
      sha256: file!.sha256,
      lines: bytes.filter((b) => b === 10).length,
    }
  }
})
