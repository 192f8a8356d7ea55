import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addUsers, endLeases } from '../packages/api/src/exports/exports.fixture.ts'
import { copyDatabase, onPostgres, type TestDatabase } from './support/database.ts'
import { killAll, launch, type ServiceProcess } from './support/process.ts'

// A start takes seconds, and more on a machine with other work.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ADMIN_KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

interface Running {
  process: ServiceProcess
  call: (request: string, body?: object, headers?: Record<string, string>) => Promise<Response>
}

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

  async function start(): Promise<Running> {
    const ROSTER_SECRET = Buffer.alloc(32, 1).toString('base64')
    const process = launch({ DATABASE_URL: copy.url!, ROSTER_SECRET, ROSTER_ADMIN_API_KEY: ADMIN_KEY })
    const [, baseUrl] = await process.written(/Roster is running at (\S+)/)
    const call: Running['call'] = (request, body, headers) => {
      const [method, path] = request.split(' ') as [string, string]
      const json = body && { body: JSON.stringify(body) }
      const type = body && { 'content-type': 'application/json' }
      return fetch(baseUrl + path, { method, headers: { 'x-api-key': ADMIN_KEY, ...type, ...headers }, ...json })
    }
    return { process, call }
  }

  /** Makes a trigger that lets nobody by until the returned function is called. */
  async function hold(trigger: string, condition = 'true'): Promise<() => Promise<void>> {
    await query(`create ${trigger} for each row when (${condition}) execute function wait()`)
    const holder = copy.database.transaction()
    await holder.query({ text: 'select pg_advisory_xact_lock(1)' })
    return () => holder.rollback()
  }

  /** Kills a process that is held, and then lets the server go on with what it was told before. */
  async function killHeld({ process }: Running, letGo: () => Promise<void>): Promise<void> {
    const held = `pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    await vi.waitFor(async () => expect(await count(held)).toBe(1), { timeout: 20_000 })
    process.signalGroup('SIGKILL')
    await process.exited()
    await letGo()
  }

  const moments = [
    ['before its effect', 'trigger held before insert on users', null],
    ['between its effect and its answer', 'trigger held before insert on idempotency_keys', null],
    ['in its commit', 'constraint trigger held after insert on idempotency_keys deferrable initially deferred', 'true'],
  ] as const

  test.each(moments)('a request that is killed %s has one effect when it is repeated', async (_, trigger, replayed) => {
    const letGo = await hold(trigger)
    const create = ({ call }: Running) =>
      call('POST /v1/users', { name: 'Ada', email: 'ada@example.com', role: 'viewer' }, { 'idempotency-key': 'k' })
    const first = await start()
    const lost = create(first).then(
      () => 'answered',
      () => 'lost',
    )
    await killHeld(first, letGo)
    expect(await lost).toBe('lost')

    const second = await start()
    const repeated = await create(second)
    const again = await create(second)
    const { headers } = repeated
    expect([repeated.status, headers.get('idempotent-replayed')]).toEqual([201, replayed])
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    const body = (await repeated.json()) as { id: string }
    expect(await again.json()).toEqual(body)
    expect(await query('select id from users')).toEqual([{ id: body.id }])
    expect(await query(`select data->>'id' as id from events where event = 'user.created'`)).toEqual([{ id: body.id }])
  })

  test('an export whose maker is killed is made by another process, and is the file that it would have been', async () => {
    await addUsers(copy.database, 5_000)
    const letGo = await hold('trigger held before insert on export_parts', 'new.number = 3')
    const first = await start()
    const { id } = (await (await first.call('POST /v1/exports', { format: 'ndjson' })).json()) as { id: string }
    const second = await start()
    await killHeld(first, letGo)
    expect(await count('export_parts')).toBeGreaterThan(0)
    await endLeases(copy.database)

    const made = await fileOf(second, id)
    const undisturbed = (await (await second.call('POST /v1/exports', { format: 'ndjson' })).json()) as { id: string }
    expect(made).toEqual(await fileOf(second, undisturbed.id))
    expect(made).toMatchObject({ lines: 5_000, status: 'succeeded', progress: { done: 5_000, total: 5_000 } })
    expect(await count(`events where event = 'export.succeeded' and data->>'id' = '${id}'`)).toBe(1)
  })

  /** An export once it is made, and its file. */
  async function fileOf({ call }: Running, id: string) {
    const record = await vi.waitFor(
      async () => {
        const read = (await (await call(`GET /v1/exports/${id}`)).json()) as any
        expect(read.status).toBe('succeeded')
        return read
      },
      { timeout: 20_000 },
    )
    const bytes = await (await call(`GET /v1/exports/${id}/file`)).bytes()
    expect(record.file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const { status, progress } = record
    return {
      status,
      progress,
      size: bytes.length,
      sha256: record.file.sha256,
      lines: bytes.filter((b) => b === 10).length,
    }
  }
})
