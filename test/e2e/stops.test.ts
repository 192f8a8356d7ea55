import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { type Link, startLink } from '../support/link.ts'
import { killAll, launch, type ServiceProcess, SHARED_SECRET } from '../support/process.ts'

/** How long a stop may take, in milliseconds: the twelve seconds that it is given, and what a busy machine takes. */
const LONGEST_STOP = 16_000

/** How long probes of containers and of proxies wait, in milliseconds. */
const PROBE = 5_000

describe.runIf(onPostgres)('on a PostgreSQL server', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let link: Link
  let service: ServiceProcess
  beforeEach(async () => {
    database = await emptyDatabase()
    link = await startLink(database.url)
  })
  afterEach(async () => {
    await killAll()
    await link.close()
    await database.drop()
  })

  const launchThere = (environment: Record<string, string> = {}, args: string[] = []) =>
    launch({ DATABASE_URL: link.url, ROSTER_SECRET: SHARED_SECRET, ...environment }, args)

  /** Starts the service and returns its address and its first key. */
  async function start(environment: Record<string, string> = {}): Promise<{ url: string; key: string }> {
    service = launchThere(environment)
    return service.ready()
  }

  /** Keeps everybody from the migrations of a database until the returned function is called. */
  async function holdMigrations(): Promise<() => Promise<void>> {
    const holder = new Client(database.directUrl)
    await holder.connect()
    await holder.query(`select pg_advisory_lock(1, ${Buffer.from('rost').readUInt32BE()})`)
    return () => holder.end()
  }

  async function isWaiting(): Promise<boolean> {
    const waiting = `select from pg_stat_activity where datname = current_database() and query like 'select pg_try_advisory%'`
    const client = new Client(database.directUrl)
    await client.connect()
    const { rowCount } = await client.query(waiting)
    await client.end()
    return rowCount === 1
  }

  test('a signal ends a start at once, with 0, and a command with the code of who was interrupted', async () => {
    const release = await holdMigrations()
    for (const [args, code] of [
      [[], 0],
      [['migrate'], 143],
    ] as const) {
      service = launchThere({}, [...args])
      await expect.poll(isWaiting, { interval: 200 }).toBe(true)
      service.signal('SIGTERM')
      expect(await service.exited()).toBe(code)
      await expect.poll(isWaiting, { interval: 200 }).toBe(false)
    }
    await release()
  })

  test('while the database keeps silent, /readyz says so before a probe gives up, as often as it is asked', async () => {
    const { url } = await start()
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
    link.isolate()
    for (let nth = 0; nth < 3; nth++) {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE) })
      expect(answer.status).toBe(503)
    }
    link.rejoin()
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test('SIGTERM while the database keeps silent ends the process in time, with 0 and the names of what is left to itself', async () => {
    const { url, key } = await start()
    link.isolate()
    const asked = fetch(`${url}/v1/users`, { headers: { 'x-api-key': key } })
    const lost = asked.catch((error: unknown) => error)
    // What goes on in the background asks at least once.
    await wait(1_000)
    const begin = performance.now()
    service.signal('SIGTERM')
    expect(await service.exited()).toBe(0)
    expect(performance.now() - begin).toBeLessThan(LONGEST_STOP)
    expect(await lost).toMatchObject({ message: 'fetch failed' })
    expect(service.output()).toMatch(/"left":\[.*"exports".*"msg":"What has not ended in time is left to itself"/)
  })
})
