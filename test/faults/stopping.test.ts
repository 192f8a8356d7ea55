import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { transports } from '../support/followers.ts'
import { expectDeliveredWithin, firstOf, type Given, type Reader } from '../support/history.ts'
import { Peer } from '../support/peer.ts'
import { killAll } from '../support/process.ts'
import { Socket, unlessBusy } from '../support/realtime.ts'
import { Receiver, status } from '../support/receiver.ts'

const SOCKETS = 2_000
const ENDPOINTS = 100

/** How many sockets or endpoints are opened at once. */
const BATCH = 50

/** How long a stop may take, in milliseconds: the twelve seconds after which nothing is waited for, and what a busy machine takes. */
const LONGEST_STOP = 16_000

/** Makes so many of something. */
async function many<Made>(count: number, make: (nth: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  while (made.length < count) {
    const start = made.length
    made.push(...(await Promise.all(Array.from({ length: BATCH }, (_, nth) => make(start + nth)))))
  }
  return made
}

describe.skipIf(!onPostgres)('SIGTERM (needs PostgreSQL: set DATABASE_URL)', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let receiver: Receiver
  beforeEach(async () => {
    empty = await emptyDatabase()
    receiver = await Receiver.start()
  }, 120_000)
  afterEach(async () => {
    await killAll()
    await receiver.stop()
    await empty.drop()
  })

  /** A socket that follows users: of the two protocols one after the other. */
  async function openSocket({ url, key }: Peer, nth: number): Promise<Socket> {
    const path = nth % 2 ? '/ws' : '/trpc'
    const socket = await unlessBusy(() => Socket.open(url + path, { 'x-api-key': key }))
    if (nth % 2) socket.say({ type: 'subscribe', channel: 'users' })
    else socket.say({ id: 1, method: 'subscription', params: { path: 'events.subscribe' } })
    await vi.waitFor(() => expect(socket.received).toHaveLength(1), 20_000)
    return socket
  }

  const targetOf = (nth: number) => `/hook?endpoint=${nth}`
  const arrivals = (nth: number) => receiver.received.filter(({ target }) => target === targetOf(nth))

  /** What has come to an endpoint, each event when it did for the first time. */
  const readerAt = (nth: number): Reader => ({
    get given() {
      const events = arrivals(nth).map(({ body }) => JSON.parse(body))
      return firstOf(events.map(({ cursor, data }): Given => ({ cursor, id: data.id })))
    },
  })

  test('with 2,000 sockets and 100 deliveries in flight: all are told, what is answered counts, and the rest goes on after the next start', async () => {
    const peer = await Peer.start(empty.url)
    await many(ENDPOINTS, (nth) => {
      const url = new URL(targetOf(nth), receiver.url).href
      return peer.sdk.webhookEndpoints.create({ url, events: ['user.created'] })
    })
    const sockets = await many(SOCKETS, (nth) => openSocket(peer, nth))
    const inFlight: ServerResponse[] = []
    receiver.answer = (response, _nth, { target }) => void (isAnswered(target) && inFlight.push(response))
    const acknowledged = [await peer.createUser()]
    await receiver.has(ENDPOINTS, 20_000)
    await vi.waitFor(() => expect(sockets.every(({ received }) => received.length === 2)).toBe(true), 20_000)
    const [first] = await peer.log()

    const start = performance.now()
    peer.process.signal('SIGTERM')
    await wait(500)
    for (const response of inFlight) response.writeHead(204).end()
    expect(await peer.process.exited()).toBe(0)
    expect(performance.now() - start).toBeLessThan(LONGEST_STOP)
    expect(peer.process.output()).not.toContain('What has not ended')
    const codes = (await Promise.all(sockets.map(({ closed }) => closed))).map(([code]) => code)
    expect(codes).toEqual(codes.map(() => 1001))

    receiver.answer = status(204)
    const next = await Peer.start(empty.url)
    const followers = Object.values(transports).map((follow) => follow(next, first!.cursor))
    acknowledged.push(await next.createUser())
    const readLog = () => next.log()
    // Much less than the lease of a process that died.
    const endpoints = Object.fromEntries(Array.from({ length: ENDPOINTS }, (_, nth) => [targetOf(nth), readerAt(nth)]))
    await expectDeliveredWithin(15_000, { acknowledged, readLog, readers: endpoints })
    for (let nth = 0; nth < ENDPOINTS; nth++) expect(arrivals(nth)).toHaveLength(isAnswered(targetOf(nth)) ? 2 : 3)
    for (const follower of await Promise.all(followers)) {
      await vi.waitFor(async () => expect(follower.given).toEqual((await readLog()).slice(1)), 5_000)
      follower.stop()
    }
  })

  /** Whether the receiver answers while the service stops. */
  const isAnswered = (target: string) => Number(target.split('=')[1]) % 2 === 0
})
