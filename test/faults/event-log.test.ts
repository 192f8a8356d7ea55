import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@roster/api'
import { entities, openDatabase, readLag } from '@roster/api/app'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { startLink } from '../support/link.ts'
import { killAll, launch, type ServiceProcess } from '../support/process.ts'

const KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'
const SECRET = Buffer.alloc(32, 7).toString('base64')

interface Event {
  cursor: string
  data: { id: string }
}

/** The service as a process, called over REST. */
class Peer {
  readonly process: ServiceProcess
  readonly #url: string

  private constructor(process: ServiceProcess, url: string) {
    this.process = process
    this.#url = url
  }

  static async start(database: string): Promise<Peer> {
    const process = launch({
      DATABASE_URL: database,
      ROSTER_SECRET: SECRET,
      ROSTER_ADMIN_API_KEY: KEY,
      ROSTER_RATE_LIMIT: 'off',
    })
    const [, url] = await process.written(/Roster is running at (\S+)/)
    return new Peer(process, url!)
  }

  async call<Body>(path: string, body?: unknown): Promise<Body> {
    const answer = await fetch(this.#url + path, {
      headers: { 'x-api-key': KEY, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  /** Creates users until it is told to stop or the process dies; returns those whose creation was acknowledged. */
  async createUntil(stopping: AbortSignal): Promise<string[]> {
    const created: string[] = []
    while (!stopping.aborted) {
      const user = { name: 'Ada', email: `${newId('usr', Date.now())}@example.com`, role: 'viewer' }
      const answer = await this.call<{ id: string }>('/v1/users', user).catch(() => undefined)
      if (answer) created.push(answer.id)
      else await wait(50)
    }
    return created
  }

  /** The whole log, page by page. */
  async log(): Promise<Event[]> {
    const events: Event[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: { data: Event[]; next_cursor: string | null } = await this.call(`/v1/events?limit=100&after=${after}`)
      events.push(...page.data)
      after = page.next_cursor
    }
    return events
  }

  /** Waits until the log has an event about each of these, and returns how long that took, in milliseconds. */
  async waitFor(ids: string[], timeout: number): Promise<number> {
    const start = performance.now()
    const missing = async () => {
      const known = new Set((await this.log()).map(({ data }) => data.id))
      return ids.filter((id) => !known.has(id))
    }
    const look = async () => {
      const left = await missing()
      if (left.length > 0) throw new Error(`The log has no event about ${left.length} of ${ids.length}: ${left[0]}, …`)
    }
    await vi.waitFor(look, { timeout, interval: 50 })
    return performance.now() - start
  }
}

const place = ({ cursor }: Event) => Number(cursor.split(':')[1])

describe.skipIf(!onPostgres)('the event log of several processes (needs PostgreSQL: set DATABASE_URL)', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let one: Peer
  let two: Peer
  beforeEach(async () => {
    empty = await emptyDatabase()
    one = await Peer.start(empty.url)
    two = await Peer.start(empty.url)
  }, 120_000)
  afterEach(async () => {
    await killAll()
    await empty.drop()
  })
  afterAll(killAll)

  /** The oracle: every acknowledged change once, in places that rise, and the same from both. */
  async function expectComplete(peers: Peer[], acknowledged: string[]): Promise<void> {
    for (const peer of peers) await peer.waitFor(acknowledged, 5_000)
    const [log, ...others] = await Promise.all(peers.map((peer) => peer.log()))
    for (const other of others) expect(other).toEqual(log)
    const ids = log!.map(({ data }) => data.id)
    expect(new Set(ids).size).toBe(ids.length)
    const places = log!.map(place)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }

  test('one is stopped for three seconds in the middle of its work, five times, and continued: the other goes on', async () => {
    const stopping = new AbortController()
    const writing = [1, 2, 3, 4].flatMap(() => [one.createUntil(stopping.signal), two.createUntil(stopping.signal)])
    const delays: number[] = []
    for (let round = 0; round < 5; round++) {
      await wait(500 + Math.random() * 200)
      one.process.signalGroup('SIGSTOP')
      await wait(1_000)
      const user = { name: 'Probe', email: `probe${round}@example.com`, role: 'viewer' }
      const { id } = await two.call<{ id: string }>('/v1/users', user)
      delays.push(await two.waitFor([id], 5_000))
      await wait(2_000)
      one.process.signalGroup('SIGCONT')
    }
    stopping.abort()
    await expectComplete([one, two], (await Promise.all(writing)).flat())
    expect(Math.max(...delays)).toBeLessThan(5_000)
  })

  test('one is killed in the middle of its work: what it acknowledged is in the log within five seconds', async () => {
    const stopping = new AbortController()
    const writing = [1, 2, 3, 4].map(() => one.createUntil(stopping.signal))
    await wait(2_000)
    one.process.signalGroup('SIGKILL')
    stopping.abort()
    const acknowledged = (await Promise.all(writing)).flat()
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(await two.waitFor(acknowledged, 5_000)).toBeLessThan(5_000)
    await expectComplete([two], acknowledged)
  })

  test('a write transaction of half a minute holds the log up, and nothing is lost', async () => {
    const database = await openDatabase({ url: empty.url }, { entities })
    const open = database.transaction()
    await open.query({ text: 'select pg_current_xact_id()' })
    const stopping = new AbortController()
    const writing = [one.createUntil(stopping.signal), two.createUntil(stopping.signal)]
    for (let second = 0; second < 28; second++) {
      await wait(1_000)
      await open.query({ text: 'select 1' })
    }
    stopping.abort()
    const acknowledged = (await Promise.all(writing)).flat()
    expect(await one.log()).toEqual([])
    expect(await readLag(database)).toMatchObject({ unsequenced: acknowledged.length })
    await open.rollback()
    await database.close()
    await expectComplete([one, two], acknowledged)
  })
})

test.skipIf(!onPostgres)(
  'a LISTEN whose connection has gone dead is noticed and replaced within 15 seconds',
  async () => {
    const server = new URL(process.env['DATABASE_URL']!)
    const link = await startLink(server.hostname, Number(server.port || 5_432))
    const through = new URL(server)
    through.hostname = '127.0.0.1'
    through.port = String(link.port)
    const database = await openDatabase({ url: through.href }, { entities })
    let heard = 0
    const listener = database.listen('anything', () => heard++)
    await vi.waitFor(() => expect(heard).toBe(1), 5_000)
    link.freeze()
    await vi.waitFor(() => expect(heard).toBe(2), { timeout: 15_000, interval: 100 })
    await listener.close()
    await database.close()
    await link.cut()
  },
)
