import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@roster/core'
import { migrate, openDatabase } from '@roster/core/server'
import { application, entities } from '@roster/api'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { closing } from '../support/closing.ts'
import { transports } from '../support/followers.ts'
import { expectDeliveredWithin } from '../support/history.ts'
import { Peer } from '../support/peer.ts'
import { lacksPgBouncer, type PgBouncer, type PoolMode, startPgBouncer } from '../support/pgbouncer.ts'
import { lacksPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { killAll, launch, SHARED_SECRET } from '../support/process.ts'
import { Socket } from '../support/realtime.ts'
import { Receiver } from '../support/receiver.ts'
import { onServer } from '../support/template.ts'

describe.skipIf(lacksPostgres || lacksPgBouncer)('behind PgBouncer', () => {
  let server: PostgresServer
  let pgbouncer: PgBouncer
  const opened = closing()
  beforeEach(async () => {
    server = await startPostgres()
    opened.add(() => server.stop(), killAll)
  }, 60_000)

  async function pool(mode: PoolMode, sessions?: number): Promise<void> {
    const started = await startPgBouncer(server.url, mode, sessions)
    opened.add(() => started.stop())
    pgbouncer = started
  }

  async function open(location: { directUrl?: string } = {}): Promise<Database> {
    const database = await openDatabase({ url: pgbouncer.url, ...location }, { name: 'roster', entities })
    opened.add(() => database.close())
    return database
  }

  /** How a process that cannot start says so. */
  async function refusal(environment: Record<string, string>): Promise<string> {
    const process = launch({ DATABASE_URL: pgbouncer.url, ROSTER_SECRET: SHARED_SECRET, ...environment })
    expect(await process.exited()).toBe(1)
    return process.output()
  }

  describe.each<PoolMode>(['session', 'transaction'])('in %s mode', (mode) => {
    test('two processes make the schema once, and what is acknowledged is delivered to every reader at either', async () => {
      await pool(mode, 60)
      const direct = { DATABASE_DIRECT_URL: server.url }
      const [one, two] = await Promise.all([Peer.start(pgbouncer.url, direct), Peer.start(pgbouncer.url)])
      const receiver = await Receiver.start()
      opened.add(() => receiver.stop())
      await one.sdk.webhookEndpoints.create({ url: receiver.url, events: ['user.created'] })
      const followers = {
        'who follows the one': await transports['WebSocket']!(one),
        'who follows the other': await transports['SSE']!(two),
      }
      opened.add(() => Object.values(followers).forEach((follower) => follower.stop()))

      const stopping = new AbortController()
      const writing = [one, two, one, two].map((peer) => peer.createUntil(stopping.signal))
      const readers = { ...followers, receiver }
      await vi.waitFor(() => expect(receiver.given.length).toBeGreaterThan(50), { timeout: 30_000, interval: 50 })
      stopping.abort()
      const acknowledged = (await Promise.all(writing)).flat()
      await expectDeliveredWithin(20_000, { acknowledged, readLog: () => one.log(), readers })
    })

    test('a snapshot shows one moment', async () => {
      await pool(mode)
      const database = await open()
      await migrate(database, application.ledgers)
      const seen = await database.snapshot(async ({ query }) => {
        const count = { name: 'count of migrations', text: 'select count(*) as count from migrations' }
        const [before] = await query<{ count: number }>(count)
        await database.query({ text: 'delete from migrations where id = (select max(id) from migrations)' })
        const [after] = await query<{ count: number }>(count)
        return [before, after]
      })
      expect(seen[1]).toEqual(seen[0])
    })

    test('one does something alone, while others wait for it longer than a transaction may rest', async () => {
      await pool(mode, 4)
      await onServer(server.url, `alter role postgres set idle_in_transaction_session_timeout = '300ms'`)
      const [one, two] = [await open(), await open()]
      const order: string[] = []
      await one.alone(7, async () => {
        const waiting = two.alone(7, async () => void order.push('two'))
        opened.add(() => waiting)
        await new Promise((resolve) => setTimeout(resolve, 600))
        order.push('one')
      })
      await expect.poll(() => order).toEqual(['one', 'two'])
    })

    test('statements that have names meet each other in no session', async () => {
      await pool(mode, mode === 'session' ? 30 : 3)
      const databases = [await open(), await open()]
      const asked = Array.from({ length: 60 }, (_, nth) =>
        databases[nth % 2]!.query({
          name: `of ${nth % 2}, ${nth % 5}`,
          text: `select ${nth % 5} as n, ${nth % 2} as of`,
        }),
      )
      const rows = (await Promise.all(asked)).flat()
      expect(rows).toEqual(Array.from({ length: 60 }, (_, nth) => ({ n: nth % 5, of: nth % 2 })))
    })
  })

  test('the mode is found out, and what is sent is heard wherever a session can be held', async () => {
    await pool('session')
    const inSessions = await open()
    await pool('transaction')
    const [alone, directly] = [await open(), await open({ directUrl: server.url })]
    const found = [inSessions, alone, directly].map(({ pooling, hears }) => [pooling, hears])
    expect(found).toEqual([
      ['session', true],
      ['transaction', false],
      ['transaction', true],
    ])
    const heard: Record<string, string[]> = { inSessions: [], alone: [], directly: [] }
    for (const [name, database] of Object.entries({ inSessions, alone, directly })) {
      const listener = database.listen('roster_try', (payload) => heard[name]!.push(payload))
      opened.add(() => listener.close())
    }
    await vi.waitFor(() => expect([heard['inSessions'], heard['directly']]).toEqual([[''], ['']]), 10_000)
    await alone.query({ text: `select pg_notify('roster_try', 'sent')` })
    await vi.waitFor(
      () =>
        expect([heard['inSessions'], heard['directly']]).toEqual([
          ['', 'sent'],
          ['', 'sent'],
        ]),
      10_000,
    )
    await vi.waitFor(() => expect(heard['alone']!.length).toBeGreaterThan(1), 10_000)
    expect(new Set(heard['alone'])).toEqual(new Set(['']))
  })

  test('times are read as what they are, in whatever time zone its sessions are', async () => {
    await onServer(server.url, `alter role postgres set timezone = 'Asia/Kolkata'`)
    await pool('transaction')
    const database = await open()
    const text = `select timestamptz '2026-11-24T08:00:00.120Z' as here, timestamptz '1900-01-01T00:00:00Z' as before`
    expect(await database.query({ text })).toEqual([
      { here: '2026-11-24T08:00:00.120Z', before: '1900-01-01T00:00:00.000Z' },
    ])
  })

  test('a back-up restores into a database whose sessions are in another time zone', async () => {
    await pool('transaction')
    const peer = await Peer.start(pgbouncer.url)
    await peer.createUser()
    await peer.kill()
    const folder = await mkdtemp(join(tmpdir(), 'roster-pooler-'))
    opened.add(() => rm(folder, { recursive: true }))
    const command = async (url: string, ...words: string[]) => {
      const process = launch({ DATABASE_URL: url, ROSTER_SECRET: SHARED_SECRET }, words)
      return [await process.exited(), process.output()]
    }
    const file = join(folder, 'backup')
    expect(await command(pgbouncer.url, 'backup', file)).toEqual([0, expect.any(String)])
    await onServer(server.url, 'create database copy')
    await onServer(server.url, `alter database copy set timezone = 'Asia/Kolkata'`)
    const copy = pgbouncer.url.replace(/postgres$/, 'copy')
    expect(await command(copy, 'restore', file)).toEqual([0, expect.any(String)])
  })

  test('a message reaches the sockets of another process by the direct address', async () => {
    await pool('transaction')
    const direct = { DATABASE_DIRECT_URL: server.url }
    const peers = [await Peer.start(pgbouncer.url, direct), await Peer.start(pgbouncer.url, direct)]
    const sockets = await Promise.all(peers.map(({ url, key }) => Socket.open(`${url}/ws`, { 'x-api-key': key })))
    opened.add(() => sockets.forEach(({ raw }) => raw.close()))
    for (const socket of sockets) await socket.ask({ type: 'join' }, 'welcome')
    await vi.waitFor(async () => {
      sockets[0]!.say({ type: 'message', text: 'hello' })
      await vi.waitFor(
        () => expect(sockets[1]!.received).toContainEqual(expect.objectContaining({ text: 'hello' })),
        500,
      )
    }, 10_000)
  })

  test('the start and the doctor say what is missing, and what brings it', async () => {
    await pool('transaction')
    const deaf =
      /DATABASE_URL leads to a pooler in transaction mode, .* Set DATABASE_DIRECT_URL to the address of the server itself\./
    const unset =
      "Behind a pooler sessions begin as the role has them. Run once: alter role current_user set idle_in_transaction_session_timeout = '10s'; " +
      "alter role current_user set jit = 'off'; alter role current_user set random_page_cost = '1.1'; alter role current_user set statement_timeout = '1min';"
    const peer = await Peer.start(pgbouncer.url)
    expect(peer.process.log()).toMatch(deaf)
    expect(peer.process.log()).toContain(unset)
    await peer.kill()

    const environment = { DATABASE_URL: pgbouncer.url, ROSTER_SECRET: SHARED_SECRET }
    const doctor = async (more: Record<string, string> = {}) => {
      const process = launch({ ...environment, ...more }, ['doctor'])
      await process.exited()
      return process.output()
    }
    const ill = await doctor()
    expect(ill).toContain('✓ A pooler in transaction mode stands before it.')
    expect(ill).toMatch(deaf)
    await onServer(server.url, unset.slice(unset.indexOf('alter')))
    await pool('transaction')
    const mended = await doctor({ DATABASE_URL: pgbouncer.url, DATABASE_DIRECT_URL: server.url })
    expect(mended).not.toContain('!')

    await onServer(
      server.url,
      `alter role postgres set DateStyle = 'SQL, DMY'; alter role postgres set default_transaction_isolation = 'repeatable read'`,
    )
    await pool('transaction')
    expect(await doctor({ DATABASE_URL: pgbouncer.url, DATABASE_DIRECT_URL: server.url })).toContain(
      "Run once: alter role current_user set DateStyle = 'ISO, MDY'; alter role current_user set default_transaction_isolation = 'read committed';",
    )
  })

  test('what may take any time goes by the direct address; without one the migrations are taken, and the command says what ends them', async () => {
    await onServer(server.url, `alter role postgres set statement_timeout = '1min'`)
    await pool('transaction')
    const options = { name: 'roster', entities, statementTimeout: 0 }
    const database = await openDatabase({ url: pgbouncer.url, directUrl: server.url }, options)
    opened.add(() => database.close())
    expect(database.pooling).toBe('none')
    expect(await database.query({ text: 'show statement_timeout' })).toEqual([{ statement_timeout: '0' }])
    const process = launch({ DATABASE_URL: pgbouncer.url, ROSTER_SECRET: SHARED_SECRET }, ['migrate'])
    expect(await process.exited()).toBe(0)
    expect(process.output()).toContain('A pooler stands before the database, whose sessions end statements')
  })

  test('a direct address that leads elsewhere, to a pooler or to nobody is refused by name', async () => {
    await pool('transaction')
    await onServer(server.url, 'create database other')
    const other = server.url.replace(/postgres$/, 'other')
    expect(await refusal({ DATABASE_DIRECT_URL: other })).toContain(
      'DATABASE_DIRECT_URL names another database than DATABASE_URL. It must be another way to the same one.',
    )
    expect(await refusal({ DATABASE_DIRECT_URL: pgbouncer.url })).toContain(
      'DATABASE_DIRECT_URL leads to a pooler in transaction mode, which holds no session. Give the address of the server itself.',
    )
    expect(await refusal({ DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/roster' })).toContain(
      'Check that it runs, and that DATABASE_DIRECT_URL names it, its user and its database rightly.',
    )
  })
})
