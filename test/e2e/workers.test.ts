import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientAt } from '../support/client.ts'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { EXAMPLE_SECRET } from '../support/examples.ts'
import { killAll, launch, type ServiceProcess, SHARED_SECRET } from '../support/process.ts'

/** How many processes serve. */
const WORKERS = 2

test('several workers on the embedded database are refused, with the reason', async () => {
  const service = launch({ ROSTER_WORKERS: '2' })
  expect(await service.exited()).toBe(1)
  expect(service.output()).toBe(
    'These settings cannot be used:\n  ROSTER_WORKERS needs DATABASE_URL: the embedded database belongs to one process.\n',
  )
})

describe.skipIf(!onPostgres)('several workers (needs PostgreSQL: set DATABASE_URL)', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let service: ServiceProcess
  let baseUrl: string

  beforeAll(async () => {
    empty = await emptyDatabase()
    service = start()
    baseUrl = (await service.ready()).url
  }, 120_000)
  afterAll(async () => {
    await killAll()
    await empty.drop()
  })

  const start = (environment: Record<string, string> = {}) =>
    launch({
      DATABASE_URL: empty.url,
      ROSTER_SECRET: SHARED_SECRET,
      ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET,
      ROSTER_RATE_LIMIT: 'off',
      ROSTER_WORKERS: String(WORKERS),
      ...environment,
    })

  const lines = () =>
    service
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { pid: number; msg: string; path?: string; signal?: string })

  /** The processes that have begun to serve so far, in that order. */
  const begun = () => lines().flatMap(({ msg, pid }) => (msg.startsWith('Server listening') ? [pid] : []))

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  const roster = () => clientAt(baseUrl, { apiKey: EXAMPLE_SECRET, maxRetries: 0 })

  /** A connection of its own for each request goes to one worker after the other. */
  const ask = (path: string) => fetch(baseUrl + path, { headers: { connection: 'close', 'x-api-key': EXAMPLE_SECRET } })

  /** Answers at a path, as any worker tells them. */
  async function counted(route: string): Promise<number> {
    const text = await (await ask('/metrics')).text()
    const found = new RegExp(`^http_request_duration_seconds_count{.*route="${route}".*} (\\d+)$`, 'm').exec(text)
    return Number(found?.[1] ?? 0)
  }

  test('serve one port between them, and each tells the metrics of all', async () => {
    for (let nth = 0; nth < 6; nth++) expect((await ask('/livez')).status).toBe(200)
    await expect.poll(() => lines().filter(({ path }) => path === '/livez')).toHaveLength(6)
    const servers = lines().flatMap(({ path, pid }) => (path === '/livez' ? [pid] : []))
    expect(new Set(servers)).toEqual(new Set(begun()))
    for (let nth = 0; nth < WORKERS; nth++) expect(await counted('/livez')).toBe(6)
  })

  test('one that is killed is replaced, and the others go on meanwhile', async () => {
    const [killed] = begun()
    process.kill(killed!, 'SIGKILL')
    await service.written(/"A worker has ended; another takes its place"/)
    for (let nth = 0; nth < 6; nth++) expect((await ask('/livez')).status).toBe(200)
    await expect.poll(begun).toHaveLength(WORKERS + 1)
    expect(await counted('/livez')).toBeGreaterThanOrEqual(6)
    expect(lines().filter(({ signal }) => signal === 'SIGKILL')).toMatchObject([{ worker: killed, code: null }])
  })

  test('SIGHUP replaces all of them, one after another, and no request fails', async () => {
    const before = begun().filter(isAlive)
    const failures: unknown[] = []
    let requests = 0
    const over = new AbortController()
    const call = async () => {
      const person = { name: 'Ada', email: `ada.${++requests}@example.com`, role: 'viewer' } as const
      const { id } = await roster().users.create(person)
      await roster().users.get(id)
    }
    const caller = async () => {
      while (!over.signal.aborted) await call().catch((error: unknown) => failures.push(error))
    }
    const callers = Array.from({ length: 8 }, caller)
    service.signal('SIGHUP')
    await expect.poll(() => before.filter(isAlive)).toEqual([])
    over.abort()
    await Promise.all(callers)
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(100)
    expect(begun().filter(isAlive)).toHaveLength(WORKERS)
    expect(lines().filter(({ msg }) => msg.startsWith('A worker'))).toHaveLength(1)
  })

  test('one that dies while its successor starts is replaced once, and SIGHUP goes on to replace all', async () => {
    const before = begun().filter(isAlive)
    service.signal('SIGHUP')
    process.kill(before[0]!, 'SIGKILL')
    await expect.poll(() => before.filter(isAlive)).toEqual([])
    await expect.poll(() => begun().filter(isAlive)).toHaveLength(WORKERS)
    const renewed = begun().filter(isAlive)
    service.signal('SIGHUP')
    await expect.poll(() => renewed.filter(isAlive)).toEqual([])
    await expect.poll(() => begun().filter(isAlive)).toHaveLength(WORKERS)
  })

  test('an address that is in use is told once, and ends all of them', async () => {
    const second = start({ PORT: new URL(baseUrl).port })
    expect(await second.exited()).toBe(1)
    expect(second.output().match(/is in use by another process/g)).toHaveLength(1)
    expect(second.output()).toMatch(/Worker \d+ ended before it served anything; it has said why above\.\n$/)
  })

  test('SIGTERM stops all of them, and exits 0', async () => {
    const present = begun().filter(isAlive)
    service.signal('SIGTERM')
    expect(await service.exited()).toBe(0)
    expect(present.filter(isAlive)).toEqual([])
  })
})
