import {
  Access,
  exampleId,
  idSchema,
  listOf,
  namingOf,
  operation,
  pageParameters,
  Problem,
  resource,
} from '@roster/core/contract'
import { access, application as served, naming } from '@roster/api'
import { Roster } from '@roster/sdk'
import { connect } from '@roster/sdk/realtime'
import { createMockOf, type Mock, type Rule, type Rules } from '@roster/sdk/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mockedApplication } from '@roster/generator'
import { errors } from '../support/errors.ts'
import { application, openNotes } from '../support/notes.ts'
import { note, notes } from '../support/notes.contract.ts'
import { compared, counted, printed, refusedFinish, voiced } from '../support/notes.rules.ts'
import { liveTwin, mockTwin, type Twin } from '../support/twins.ts'
import { type Scenario, World } from '../support/world.ts'

type Note = z.output<typeof note>

const count: Rule<Note> = ({ next }) => counted(next)

const finish: Rule<Note> = ({ record }) => {
  const refused = refusedFinish(record!)
  // The problem of the service: the mock knows one by what it is.
  if (refused !== undefined) throw new Problem('conflict', refused)
  return { done: true }
}

const RULES: Rules = {
  'notes.create': count,
  'notes.get': ({ record, input }) => voiced(record as Note, (input as { voice: 'plain' | 'loud' }).voice),
  'notes.replace': count,
  'notes.update': count,
  'notes.finish': finish,
  'notes.print': ({ record }) => printed(record as Note),
  'notes.compare': ({ input }) => compared(input as { note_id: string }),
}

const withCore = mockedApplication({
  naming,
  resources: application.resources,
  access,
  errors,
  account: served.account,
})

let twins: Twin[]
beforeAll(async () => {
  twins = await Promise.all([
    liveTwin({ ...application, open: openNotes }),
    mockTwin({ of: { ...withCore, rules: RULES } }),
  ])
})
afterAll(() => Promise.all(twins.map((twin) => twin.stop())))
beforeEach(() => Promise.all(twins.map((twin) => twin.reset())))

const SCENARIOS: Record<string, Scenario> = {
  async 'a record is made, read, changed and deleted, with identifiers, versions and times'(world) {
    const first = await world.make('/v1/notes', { text: 'Buy milk' })
    const second = await world.make('/v1/notes', { text: 'Buy bread', done: true, due_at: '2026-12-24T18:00:00+01:00' })
    const path = `/v1/notes/${first['id']}`
    await world.send(`GET ${path}`)
    world.twin.clock.advance(1_000)
    for (const body of [{}, { text: 'Buy milk' }, { text: 'Buy oat milk' }, { version: 1, done: true }, { version: 2 }])
      await world.send(`PATCH ${path}`, { body })
    await world.send(`PUT ${path}`, { body: { text: 'Nothing', done: true, due_at: null } })
    await world.send(`PUT ${path}`, { body: { text: 'Nothing' } })
    await world.send(`PATCH /v1/notes/${second['id']}`, { body: { due_at: null } })
    await world.send(`DELETE ${path}`)
    for (const method of ['GET', 'DELETE']) await world.send(`${method} ${path}`)
    await world.send(`PATCH ${path}`, { body: { text: 'x' } })
    world.twin.clock.advance(31 * 24 * 60 * 60 * 1_000)
    await world.send(`GET ${path}`)
    await world.send('GET /v1/notes/not_01KAJQ7W5M8XV2R4T6Y9B3D599')
    await world.send('GET /v1/notes')
  },

  async 'what a contract refuses is refused in the same words'(world) {
    for (const body of [{}, { text: '' }, { text: 'a', done: 'yes', due_at: 'soon', more: 1 }, []])
      await world.send('POST /v1/notes', { body })
  },

  async 'a list is filtered, searched, sorted, selected from, and read in pages'(world) {
    for (const text of ['Milk', 'buy milk', 'bread', 'Read a book', 'read']) {
      await world.make('/v1/notes', { text, done: text.startsWith('b') })
      world.twin.clock.advance(1_000)
    }
    for (const query of ['', 'done=true', 'done=false&words=1', 'words=3', 'search=MILK', 'sort=text&order=asc'])
      await world.send(`GET /v1/notes?${query}`)
    for (const query of ['sort=words&order=asc&limit=2&page=2', 'fields=text&limit=1', 'done=maybe', 'sort=done'])
      await world.send(`GET /v1/notes?${query}`)
    const { body } = await world.send('GET /v1/notes?limit=2&sort=text&cursor=')
    await world.send(`GET /v1/notes?limit=2&sort=text&cursor=${body.next_cursor}`)
    await world.send(`GET /v1/notes?limit=2&cursor=${body.next_cursor}`)
  },

  async 'numbers and booleans are read from an address, whatever else a parameter may be'(world) {
    const { id } = await world.make('/v1/notes', { text: 'Buy milk' })
    for (const year of ['2026', '1999', '2026.5', 'soon']) await world.send(`GET /v1/notes/${id}/years/${year}/weight`)
    const { body } = await world.send(`GET /v1/notes/${id}/years/2026/weight?weight=1.5&rank=2&part=3&level=4`)
    expect(body).toEqual({ year: 2026, weight: 1.5, rank: 2, part: 3, level: 4 })
    for (const query of ['part=all', 'weight=x&rank=x&part=x&level=x', 'year=2026'])
      await world.send(`GET /v1/notes/${id}/years/2026/weight?${query}`)
  },

  async 'a file is saved under its name, whatever that is'(world) {
    for (const [text, saved] of [
      ['Milk', 'filename="Milk.txt"'],
      ['Käse „5"', `filename="K_se _5_.txt"; filename*=UTF-8''K%C3%A4se%20%E2%80%9E5%22.txt`],
    ]) {
      const { id } = await world.make('/v1/notes', { text })
      const { status, headers } = await world.send(`GET /v1/notes/${id}/print`)
      expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; ${saved}`])
    }
  },

  async 'conditions hold or fail'(world) {
    const { headers, body } = await world.send('POST /v1/notes', { body: { text: 'Buy milk' } })
    const path = `/v1/notes/${body.id}`
    const etag = headers.get('etag')!
    for (const condition of [{ 'if-none-match': etag }, { 'if-match': '"x"' }])
      await world.send(`GET ${path}`, { headers: condition })
    const change = (ifMatch: string) =>
      world.send(`PATCH ${path}`, { headers: { 'if-match': ifMatch }, body: { done: true } })
    for (const tag of ['"x"', etag, etag]) await change(tag)
    const read = async (voice: string) => (await world.send(`GET ${path}?voice=${voice}`)).headers.get('etag')!
    const changed = [await change(await read('loud')), await change(await read('plain'))]
    expect(changed.map(({ status }) => status)).toEqual([412, 200])
    await world.send(`DELETE ${path}`, { headers: { 'if-match': etag } })
  },

  async 'a repetition under a key has one effect'(world) {
    const create = (text: string) =>
      world.send('POST /v1/notes', { body: { text }, headers: { 'idempotency-key': 'once' } })
    for (const text of ['Buy milk', 'Buy milk', 'Buy bread']) await create(text)
    await world.send('GET /v1/notes')
  },

  async 'a rule decides, and refuses'(world) {
    const { id } = await world.make('/v1/notes', { text: 'Buy milk' })
    for (const _ of [1, 2]) await world.send(`POST /v1/notes/${id}/finish`)
  },

  async 'scopes are asked for'(world) {
    const reader = await world.keyWith(['read:users'])
    const { id } = await world.make('/v1/notes', { text: 'Buy milk' })
    for (const key of [reader, null]) {
      await world.send('POST /v1/notes', { body: { text: 'x' }, key })
      await world.send(`GET /v1/notes/${id}`, { key })
      await world.send(`DELETE /v1/notes/${id}`, { key })
    }
  },

  async 'every change is in the log, for who may read it, and goes to webhook endpoints'(world) {
    const body = { url: 'https://example.com', events: ['note.created', 'note.finished'] }
    const endpoint = await world.make('/v1/webhook-endpoints', body)
    world.twin.clock.advance(1_000)
    const { id } = await world.make('/v1/notes', { text: 'Buy milk' })
    await world.send(`PATCH /v1/notes/${id}`, { body: { text: 'Buy oat milk' } })
    world.twin.clock.advance(1_000)
    await world.send(`POST /v1/notes/${id}/finish`)
    await world.send(`DELETE /v1/notes/${id}`)
    await world.send('GET /v1/events')
    await world.send('GET /v1/events?types=note.finished,note.deleted')
    await world.send('GET /v1/events', { key: await world.keyWith(['read:events']) })
    await world.send(`GET /v1/webhook-endpoints/${endpoint['id']}/deliveries`)
  },
}

describe('a resource without a line by hand answers as its service does', () => {
  test.each(Object.entries(SCENARIOS))('%s', async (_name, scenario) => {
    const lines = []
    for (const twin of twins) {
      const world = new World(twin)
      await scenario(world)
      lines.push(world.transcript.lines)
    }
    expect(lines[1]).toEqual(lines[0])
  })
})

describe('an application of its own, of which the mock knows nothing but the contract', () => {
  const own = new Access({
    scopes: { 'read:users': 'Read', 'write:users': 'Write' },
    roles: { boss: { scopes: 'every', records: 'all' }, guest: { scopes: ['read:users'], records: 'all' } },
    scopeFor: {
      keys: 'write:users',
      clients: 'write:users',
      webhooks: 'write:users',
      events: 'read:users',
      metrics: 'read:users',
    },
  })
  const pad = mockedApplication({ naming: namingOf('Pad'), resources: [notes], access: own, errors })
  const clientOf =
    (mock: Mock, key = 'test') =>
    async (request: string, body?: object) => {
      const [method = '', path] = request.split(' ')
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
      const response = await mock.fetch(`http://localhost:3000/v1/notes${path?.replace(/^\/$/, '')}`, init)
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
    }

  test('two records are two, and are kept and told of', async () => {
    const mock = createMockOf({ ...pad, rules: RULES })
    const call = clientOf(mock)
    const [one, two] = [await call('POST /', { text: 'One' }), await call('POST /', { text: 'Two' })]
    expect(one.body.id).not.toBe(two.body.id)
    expect((await call(`GET /${two.body.id}`)).body).toEqual(two.body)
    expect(mock.db['notes']).toEqual([one.body, two.body])
    expect(mock.db.events.map(({ event, data }) => [event, data])).toEqual([
      ['note.created', one.body],
      ['note.created', two.body],
    ])
  })

  test('who follows it is told at once, in the order of the log', async () => {
    const mock = createMockOf({ ...withCore, rules: RULES })
    const roster = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off' })
    const { body } = await mock.fetch('http://localhost:3000/events', { headers: { 'x-api-key': 'test' } })
    const socket = connect(roster, { WebSocket: mock.WebSocket })
    const pushed: string[] = []
    socket.on('push', ({ event }) => pushed.push(event))
    await socket.subscribe('system')
    const { body: made } = await clientOf(mock)('POST /', { text: 'One' })
    await clientOf(mock)(`POST /${made.id}/finish`)
    await expect.poll(() => pushed).toEqual(['note.created', 'note.finished'])
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    const [, first, second] = [await reader.read(), await reader.read(), await reader.read()]
    expect([first.value, second.value]).toEqual([
      expect.stringContaining('"event":"note.created"'),
      expect.stringContaining('"event":"note.finished"'),
    ])
    await Promise.all([reader.cancel(), socket.close()])
  })

  test('its roles, its realm and its first records are its own', async () => {
    const first = { id: 'not_1', text: 'First', words: 1, done: false, due_at: null, version: 1 }
    const mock = createMockOf({ ...pad, records: { notes: [first] } })
    expect((await clientOf(mock)('GET /not_1')).body).toEqual(first)
    const { status, headers } = await clientOf(mock, mock.createKey())('DELETE /not_1')
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toContain('ApiKey realm="pad"')
    mock.reset()
    expect(mock.db['notes']).toEqual([first])
  })

  test.each([
    [
      'POST /',
      { text: 'One' },
      "tell the mock how `notes.create` decides `words` of a new note: pass `rules: { 'notes.create': … }`",
    ],
    ['POST /not_1/finish', undefined, "tell the mock how `notes.finish` is done: pass `rules: { 'notes.finish': … }`"],
  ])('%s, which its contract does not tell, fails and says what to do', async (request, body, message) => {
    const mock = createMockOf({ ...pad, records: { notes: [{ id: 'not_1', text: 'First' }] } })
    await expect(clientOf(mock)(request, body)).rejects.toThrow(message)
    expect(mock.db['notes']).toHaveLength(1)
  })

  test('what belongs to a record is listed there alone, also where it does not say so', async () => {
    const params = { note_id: idSchema('not', 'the note') }
    const remark = z
      .object({ id: idSchema('rem', 'the remark'), text: note.shape.text })
      .meta({ id: 'Remark', description: 'A remark.', examples: [{ id: exampleId('rem'), text: 'Soon' }] })
    const form = { summary: 'S', description: 'D', scope: 'any', path: '/v1/notes/{note_id}/remarks', params } as const
    const remarks = resource({
      name: 'remarks',
      title: 'Remarks',
      description: 'What is said of notes.',
      events: {},
      operations: {
        list: operation({ ...form, method: 'GET', query: pageParameters, output: listOf(remark, 'Remark') }),
        create: operation({ ...form, method: 'POST', body: { text: note.shape.text }, output: remark, status: 201 }),
      },
    })
    const both = mockedApplication({ naming: namingOf('Pad'), resources: [notes, remarks], access: own, errors })
    const call = clientOf(createMockOf({ ...both, rules: RULES }))
    const [one, two] = [await call('POST /', { text: 'One' }), await call('POST /', { text: 'Two' })]
    const said = await call(`POST /${one.body.id}/remarks`, { text: 'Soon' })
    const list = async (of: { body: { id: string } }) => (await call(`GET /${of.body.id}/remarks`)).body.data
    expect([await list(one), await list(two)]).toEqual([[said.body], []])
    expect(await call('POST /not_x/remarks', { text: 'Soon' })).toMatchObject({ status: 404 })
  })

  test('a client is told at once, and what it is told', async () => {
    const mock = createMockOf(pad)
    const roster = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off' })
    const create = roster.request('POST', '/v1/notes', { body: { text: 'One' } })
    await expect(create).rejects.toThrow(/^tell the mock how `notes\.create` decides `words`/)
  })

  test('a parameter that is no member selects by a rule, or fails and says so', async () => {
    const near = { near: { type: 'string', optional: true } } as const
    const operations = pad.operations.map((one) =>
      one.name === 'notes.list' ? { ...one, parameters: { ...one.parameters, ...near } } : one,
    )
    const records = {
      notes: [
        { id: 'not_1', text: 'Here' },
        { id: 'not_2', text: 'There' },
      ],
    }
    const spec = { ...pad, operations, records }
    await expect(clientOf(createMockOf(spec))('GET ?near=x')).rejects.toThrow(
      'tell the mock how `notes.list` selects by `near`',
    )
    const isNear: Rule<Note, { near: string }> = ({ record, input }) => record!.text === input.near
    const rules = { 'notes.list': isNear }
    const { body } = await clientOf(createMockOf({ ...spec, rules }))('GET ?near=Here')
    expect(body.data).toEqual([records.notes[0]])
  })
})
