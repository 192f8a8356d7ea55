import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Stream, until } from '../support/realtime.ts'
import { liveTwin, mockTwin, type Twin } from '../support/twins.ts'
import { World } from '../support/world.ts'

let twins: Twin[]
beforeAll(async () => {
  twins = await Promise.all([liveTwin(), mockTwin()])
})
afterAll(() => Promise.all(twins.map((twin) => twin.stop())))
beforeEach(() => Promise.all(twins.map((twin) => twin.reset())))

const open: Stream[] = []
afterEach(() => open.splice(0).forEach((stream) => stream.close()))

/** Somebody who follows the events of a twin, and notes all that comes. */
class Follower {
  readonly world: World

  constructor(twin: Twin) {
    this.world = new World(twin)
  }

  get twin(): Twin {
    return this.world.twin
  }

  async follow(query = '', headers: Record<string, string> = {}): Promise<Stream> {
    await this.twin.settle()
    const sent = { 'x-api-key': this.twin.adminKey, ...headers }
    const stream = await Stream.open(`/events${query}`, sent, this.twin.fetch)
    open.push(stream)
    const { status, headers: answered } = stream.response
    this.world.transcript.note({ query, status, headers: this.world.transcript.shown(answered) })
    return stream
  }

  /** Notes what came by a stream, when so many frames have. The first says where it begins. */
  async note(stream: Stream, frames: number): Promise<void> {
    await until(() => (stream.frames.length >= frames ? true : undefined))
    this.world.transcript.note(stream.frames)
  }

  addUser(name: string) {
    return this.world.make('/v1/users', { name, email: `${name.toLowerCase()}@example.com`, role: 'viewer' })
  }
}

/** Runs a script on both, and expects the same frames. */
async function expectSameFrames(script: (follower: Follower) => Promise<void>): Promise<void> {
  const transcripts = []
  for (const twin of twins) {
    const follower = new Follower(twin)
    await script(follower)
    transcripts.push(follower.world.transcript.lines)
  }
  expect(transcripts[1]).toEqual(transcripts[0])
}

const item = { sku: 'A', name: 'A', quantity: 1, unit_amount: 1 }

test('a stream begins live, and has what happens from then on', () =>
  expectSameFrames(async (follower) => {
    await follower.addUser('Before')
    const stream = await follower.follow()
    const { id } = await follower.addUser('Ada')
    await follower.world.send(`PATCH /v1/users/${id}`, { body: { name: 'Ada King' } })
    await follower.world.send(`DELETE /v1/users/${id}`)
    await follower.note(stream, 4)
  }))

test('types narrows it', () =>
  expectSameFrames(async (follower) => {
    const stream = await follower.follow('?types=user.deleted,order.created')
    const { id } = await follower.addUser('Ada')
    await follower.world.make(`/v1/users/${id}/orders`, { currency: 'EUR', items: [item] })
    await follower.world.send(`DELETE /v1/users/${id}`)
    await follower.note(stream, 3)
  }))

test('it resumes after a cursor, and Last-Event-ID wins over the query', () =>
  expectSameFrames(async (follower) => {
    const first = await follower.follow()
    for (const name of ['One', 'Two', 'Three']) await follower.addUser(name)
    await follower.note(first, 4)
    const [start, one, two] = first.frames.map(({ id }) => id!)
    await follower.note(await follower.follow(`?after=${start}`), 4)
    await follower.note(await follower.follow(`?after=${start}`, { 'last-event-id': one! }), 3)
    await follower.note(await follower.follow('?types=user.created', { 'last-event-id': two! }), 2)
    const rest = await follower.follow(`?after=${one}`, { 'last-event-id': '' })
    await follower.addUser('Four')
    await follower.note(rest, 4)
  }))

test('a cursor of another log, beyond the end or too old gets a reset, and what happens from then on', () =>
  expectSameFrames(async (follower) => {
    const first = await follower.follow()
    await follower.addUser('Old')
    await follower.note(first, 2)
    const [old = ''] = first.frames.map(({ id }) => id!)
    const [epoch] = old.split(':')
    follower.twin.clock.advance(31 * 24 * 60 * 60 * 1_000)
    await follower.twin.forgetEvents()
    const streams = []
    for (const cursor of ['other:1', `${epoch}:999999`, old])
      streams.push(await follower.follow('', { 'last-event-id': cursor }))
    await follower.world.send(`GET /v1/events?after=${encodeURIComponent(old)}`)
    await follower.world.send('GET /v1/events')
    await follower.addUser('New')
    for (const stream of streams) await follower.note(stream, 3)
  }))

test('a viewer has the events of its own record and orders', () =>
  expectSameFrames(async (follower) => {
    const { world } = follower
    await world.fill()
    const { id, key } = await world.viewer()
    const stream = await follower.follow('', { 'x-api-key': key })
    await world.send(`PATCH /v1/users/${world.ids['user_id']}`, { body: { name: 'Ada King' } })
    for (const owner of [world.ids['user_id'], id])
      await world.make(`/v1/users/${owner}/orders`, { currency: 'EUR', items: [item] })
    await world.send(`PATCH /v1/users/${id}`, { body: { name: 'Me' } })
    await follower.note(stream, 3)
  }))

test('it ends when its credential does', () =>
  expectSameFrames(async (follower) => {
    const { id, key } = await follower.world.viewer()
    const suspended = await follower.follow('', { 'x-api-key': key })
    await follower.world.send(`PATCH /v1/users/${id}`, { body: { status: 'suspended' } })
    follower.world.transcript.note({ ended: (await suspended.ended) ?? 'by the service' })
  }))

test('it ends when its user is demoted', () =>
  expectSameFrames(async (follower) => {
    const { world } = follower
    const users = ['Grace', 'Root'].map((name) => ({ name, email: `${name}@example.com`, role: 'admin' }))
    const [{ id: user_id }] = (await world.make('/v1/users/batch', { users }))['data']
    const own = { name: 'Own', role: 'admin', scopes: ['read:events', 'read:users', 'read:orders'], user_id }
    const demoted = await follower.follow('', { 'x-api-key': (await world.make('/v1/api-keys', own))['secret'] })
    await world.send(`PATCH /v1/users/${user_id}`, { body: { role: 'viewer' } })
    world.transcript.note({ ended: (await demoted.ended) ?? 'by the service' })
  }))

test('a caller has five, a ticket opens one, and a closed one makes room', () =>
  expectSameFrames(async (follower) => {
    const { ticket } = (await follower.world.send('POST /v1/realtime/tickets')).body
    const byTicket = await Stream.open(`/events?ticket=${ticket}`, {}, follower.twin.fetch)
    open.push(byTicket)
    follower.world.transcript.note(follower.world.transcript.shown(byTicket.response.headers))
    for (let count = 0; count < 4; count++) await follower.follow()
    await follower.world.send('GET /events')
    await follower.world.send('HEAD /events')
    byTicket.close()
    const sent = { method: 'HEAD', headers: { 'x-api-key': follower.twin.adminKey } }
    await expect.poll(async () => (await follower.twin.fetch('/events', sent)).status).toBe(200)
  }))

test('what opens no stream is refused in the same words', () =>
  expectSameFrames(async ({ world }) => {
    await world.fill()
    await world.send('GET /events', { key: null })
    for (const query of [
      'after=x',
      'after=',
      'since=1',
      'types=user.exploded',
      'types=',
      'after=a:1&after=a:2',
      'after=x&types=y',
    ])
      await world.send(`GET /events?${query}`, { headers: { 'x-request-id': query.replaceAll(/\W/g, '-') } })
    await world.send('GET /events', { headers: { 'last-event-id': 'x' } })
    for (const accept of ['application/json', 'text/*;q=0']) await world.send('GET /events', { headers: { accept } })
    await world.send('GET /events', { key: await world.keyWith(['read:users']) })
    const { ticket } = (await world.send('POST /v1/realtime/tickets')).body
    await world.send(`GET /events?ticket=${ticket}`)
    await world.send(`GET /events?ticket=x`, { key: null })
    await world.send(`GET /events?ticket=x&ticket=y`, { key: null })
    await world.send(`HEAD /events?ticket=${ticket}`, { key: null })
    await world.send(`GET /events?ticket=${ticket}`, { key: null })
    const { cookie = '' } = await world.browser()
    for (const origin of ['https://elsewhere.example', 'null'])
      for (const path of ['/events', '/events?ticket=x', '/ws'])
        await world.send(`GET ${path}`, { key: null, headers: { cookie, origin } })
    await world.send('GET /events', { key: null, headers: { cookie } })
    await world.send('HEAD /events')
    for (const method of ['OPTIONS', 'POST', 'PUT', 'DELETE']) await world.send(`${method} /events`)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) await world.send(`${method} /ws`)
    for (const path of ['/events/', '/ws/?a=1', '/nothing/', '/users/']) await world.send(`GET ${path}`)
  }))
