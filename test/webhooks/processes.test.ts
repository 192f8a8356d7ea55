import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyDatabase, onPostgres, type TestDatabase } from '../support/database.ts'
import { killAll, launch, type ServiceProcess } from '../support/process.ts'
import { Receiver } from '../support/receiver.ts'
import { idsAt } from '../support/webhook-scene.ts'

// A start takes seconds, and more on a machine with other work.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

interface Peer {
  process: ServiceProcess
  post: (path: string, body: object) => Promise<any>
}

describe.runIf(onPostgres)('processes that share one PostgreSQL server (set DATABASE_URL to run this)', () => {
  let copy: TestDatabase
  let receiver: Receiver
  let endpoint: string
  beforeEach(async () => {
    copy = await copyDatabase()
    receiver = await Receiver.start()
  })
  afterEach(async () => {
    await killAll()
    await receiver.stop()
    await copy.drop()
  })

  async function start(): Promise<Peer> {
    const process = launch({
      DATABASE_URL: copy.url!,
      ROSTER_SECRET: Buffer.alloc(32, 1).toString('base64'),
      ROSTER_ADMIN_API_KEY: KEY,
      ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8',
      ROSTER_RATE_LIMIT: 'off',
    })
    const [, url] = await process.written(/Roster is running at (\S+)/)
    const post = async (path: string, body: object) => {
      const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return answer.json()
    }
    return { process, post }
  }

  async function begin(): Promise<Peer[]> {
    const peers = [await start(), await start()]
    const input = { url: receiver.url, events: ['user.created'] }
    endpoint = (await peers[0]!.post('/v1/webhook-endpoints', input)).id
    return peers
  }

  /** Creates users at one process after the other, and returns those that were acknowledged. */
  async function create(peers: readonly Peer[], count: number, prefix: string): Promise<string[]> {
    const users = Array.from({ length: count }, (_, nth) => ({
      name: 'P',
      email: `${prefix}${nth}@example.com`,
      role: 'viewer',
    }))
    const created: string[] = []
    for (const [nth, user] of users.entries())
      created.push((await peers[nth % peers.length]!.post('/v1/users', user)).id)
    return created
  }

  const endLeases = () =>
    copy.database.query({
      text: `update webhook_endpoints set leased_until = now() - interval '1 second' where lease is not null`,
    })

  /** The oracle: whatever was acknowledged has arrived, and each for the first time in the order of the log. */
  async function expectAll(created: readonly string[]): Promise<void> {
    const check = () => expect(new Set(idsAt(receiver))).toEqual(new Set(created))
    await vi.waitFor(check, { timeout: 30_000, interval: 100 })
    const text = `select data->>'id' as id from events where event = 'user.created' order by seq`
    const logged = (await copy.database.query<{ id: string }>({ text })).map(({ id }) => id)
    expect([...new Set(idsAt(receiver))]).toEqual(logged)
  }

  test('two processes make every delivery once, in the order of the log', async () => {
    const created = await create(await begin(), 60, 'a')
    await expectAll(created)
    expect(receiver.received).toHaveLength(created.length)
  })

  test('a process that is killed in the middle of an attempt loses nothing', async () => {
    const [first, second] = (await begin()) as [Peer, Peer]
    second.process.signalGroup('SIGKILL')
    await second.process.exited()
    // The fifth one is never answered.
    receiver.answer = (response, nth) => void (nth === 4 || response.writeHead(204).end())
    const created = await create([first], 10, 'b')
    await receiver.has(5)
    first.process.signalGroup('SIGKILL')
    await first.process.exited()
    const third = await start()
    created.push(...(await create([third], 5, 'c')))
    await endLeases()
    await expectAll(created)
    const counts = Map.groupBy(idsAt(receiver), (id) => id)
    expect([...counts.values()].filter((times) => times.length > 1)).toHaveLength(1)
  })

  test('a process that is stopped hands its endpoints back at once', async () => {
    const [first, second] = (await begin()) as [Peer, Peer]
    receiver.answer = () => {}
    const created = await create([first], 3, 'd')
    await receiver.has(1)
    receiver.answer = (response) => void response.writeHead(204).end()
    for (const { process } of [first, second]) process.signal('SIGTERM')
    expect(await Promise.all([first, second].map(({ process }) => process.exited()))).toEqual([0, 0])
    const text = 'select lease from webhook_endpoints where id = $1'
    expect(await copy.database.query({ text }, [endpoint])).toEqual([{ lease: null }])
    await start()
    await expectAll(created)
  })
})
