import { idSchema, listOf, operation, pageParameters, resource, timestamp } from '@roster/core/contract'
import type { AnyOperation, EventCatalogue, Resource } from '@roster/core/contract'
import type { MockOf } from '@roster/sdk/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callerOf, mockOfContracts } from '../support/mocked.ts'

const words = { summary: 'S', description: 'D', scope: 'any' } as const
const described = { description: 'Something.' }
const text = z.string().max(200)
const id = idSchema('flm', 'the film')

const films = { ...words, path: '/films' } as const
const film = { ...words, path: '/films/{film_id}', params: { film_id: id } } as const
const comments = { ...film, path: '/films/{film_id}/comments' } as const

function mockOf(operations: Record<string, AnyOperation>, events: EventCatalogue = {}, more: Partial<MockOf> = {}) {
  const contract: Resource = resource({ name: 'films', title: 'Films', description: 'Some.', operations, events })
  const mock = mockOfContracts([contract], more)
  return { mock, call: callerOf(mock) }
}

const ONE = { id: 'flm_1', text: 'One', tags: ['old', 'mute'] }
const records = { films: [ONE, { ...ONE, id: 'flm_2', tags: [] }] }
const record = z.object({ id, text, tags: z.array(text) }).meta({ id: 'Film', ...described })
const get = operation({ ...film, method: 'GET', output: record })

test('records that a mock begins with stay those of the test, and come back with a reset', async () => {
  const update = operation({ ...film, method: 'PATCH', body: { text }, output: record })
  const before = structuredClone(records)
  const { mock, call } = mockOf({ get, update }, {}, { records })
  await call('PATCH /films/flm_1', { text: 'Two' })
  Object.assign(mock.db['films']![1]!, { text: 'Three' })
  expect(records).toEqual(before)
  mock.reset()
  expect(mock.db['films']).toEqual(before.films)
})

test('who deletes a record is answered with it, where the contract says so', async () => {
  const remove = operation({ ...film, method: 'DELETE', output: record })
  const { mock, call } = mockOf({ get, remove }, {}, { records })
  expect(await call('DELETE /films/flm_1')).toMatchObject({ status: 200, body: ONE })
  expect(mock.db['films']).toHaveLength(1)
})

test('what an operation answers of a record are the members that its contract has', async () => {
  const part = z.object({ text, id })
  const remove = operation({ ...film, method: 'DELETE', output: part })
  const update = operation({ ...film, method: 'PATCH', body: { text }, output: part })
  const create = operation({ ...films, method: 'POST', body: { text, tags: z.array(text) }, output: part, status: 201 })
  const { mock, call } = mockOf({ get, create, update, remove }, {}, { records })
  expect((await call('PATCH /films/flm_1', { text: 'Two' })).body).toEqual({ text: 'Two', id: 'flm_1' })
  expect((await call('DELETE /films/flm_1')).body).toEqual({ text: 'Two', id: 'flm_1' })
  const { body } = await call('POST /films', { text: 'Three', tags: [] })
  expect(body).toEqual({ text: 'Three', id: expect.toBeId('flm') })
  expect(mock.db['films']!.at(-1)).toEqual({ ...body, tags: [] })
})

test.each([
  ['members that no record has', z.object({ id, refunded: z.int() }), 'decides `refunded` of its answer'],
  ['no members', z.union([record, z.literal('none')]), 'answers'],
])('who deletes a record is answered by a rule, where the answer has %s', async (_what, output, untold) => {
  const operations = { get, remove: operation({ ...film, method: 'DELETE', output }) }
  const { mock, call } = mockOf(operations, {}, { records })
  await expect(call('DELETE /films/flm_1')).rejects.toThrow(`tell the mock how \`films.remove\` ${untold}`)
  expect(mock.db['films']).toHaveLength(2)
  const rules = { 'films.remove': () => ({ refunded: 3 }) }
  const { body } = await mockOf(operations, {}, { records, rules }).call('DELETE /films/flm_1')
  expect(body).toMatchObject({ refunded: 3 })
})

test('what is said below a record is made there, also by the resource that the record is of', async () => {
  const comment = z.object({ id: idSchema('com', 'it'), text }).meta({ id: 'Comment', ...described })
  const form = { ...comments, query: pageParameters, output: listOf(comment, 'Comment') }
  const commented = { description: 'Said.', data: comment }
  const event = {
    'comment.created': {
      ...commented,
      data: comment.meta({ id: 'Comment', ...described, examples: [{ id: 'com_1', text: 'x' }] }),
    },
  }
  const { mock, call } = mockOf(
    {
      get,
      comments: operation({ ...form, method: 'GET' }),
      comment: operation({ ...comments, method: 'POST', body: { text }, output: comment, status: 201 }),
      pin: operation({
        ...comments,
        path: `${comments.path}/{comment_id}/pin`,
        params: { ...film.params, comment_id: id },
        method: 'POST',
        output: comment,
      }),
    },
    event,
    { records, rules: { 'films.pin': ({ record: of }) => ({ text: `Pinned: ${(of as { text: string }).text}` }) } },
  )
  const { status, body } = await call('POST /films/flm_1/comments', { text: 'Long' })
  expect([status, body]).toEqual([201, { id: expect.toBeId('com'), text: 'Long' }])
  expect((await call('GET /films/flm_1/comments')).body.data).toEqual([body])
  expect((await call('GET /films/flm_2/comments')).body.data).toEqual([])
  expect(mock.db.events).toMatchObject([{ event: 'comment.created', data: body }])
  expect((await call(`POST /films/flm_1/comments/${body.id}/pin`)).body).toEqual({ ...body, text: 'Pinned: Long' })
  expect((await call(`POST /films/flm_2/comments/${body.id}/pin`)).status).toBe(404)
})

test('members are what their schemas say, where others of their names are versions, times and makers', async () => {
  const own = { version: text, created_at: z.int(), updated_at: z.int().nullable(), created_by: text }
  const other = z.object({ id, ...own }).meta({ id: 'Film', ...described })
  const body = { version: text, created_at: z.int() }
  const { call } = mockOf(
    {
      get: operation({ ...film, method: 'GET', output: other }),
      create: operation({ ...films, method: 'POST', body, output: other, status: 201 }),
      update: operation({ ...film, method: 'PATCH', body: { version: text }, output: other }),
      replace: operation({ ...film, method: 'PUT', body, output: other }),
    },
    {},
    { rules: { 'films.create': () => ({ created_by: 'Ada' }) } },
  )
  const made = (await call('POST /films', { version: 'uncut', created_at: 1927 })).body
  const expected = { id: made.id, version: 'uncut', created_at: 1927, updated_at: null, created_by: 'Ada' }
  expect(made).toEqual(expected)
  const path = `/films/${made.id}`
  expect((await call(`PATCH ${path}`, { version: 'short' })).body).toEqual({ ...expected, version: 'short' })
  const replaced = await call(`PUT ${path}`, { version: 'long', created_at: 1928 })
  expect(replaced.body).toEqual({ ...expected, version: 'long', created_at: 1928 })
  expect((await call(`GET ${path}`)).status).toBe(200)
})

test('whoever made a record is asked for where that is no actor', async () => {
  const other = z.object({ id, created_by: text }).meta({ id: 'Film', ...described })
  const { call } = mockOf({
    get: operation({ ...film, method: 'GET', output: other }),
    create: operation({ ...films, method: 'POST', body: {}, output: other, status: 201 }),
  })
  await expect(call('POST /films', {})).rejects.toThrow('tell the mock how `films.create` decides `created_by`')
})

test('an event carries the members of its record, also those that its example lacks', async () => {
  const noted = z.object({ id, text, note: text.optional(), rank: z.int().optional() })
  const example = noted.meta({ id: 'Film', ...described, examples: [{ id: 'flm_1', text: 'One' }] })
  const create = operation({ ...films, method: 'POST', body: { text, note: text }, output: example, status: 201 })
  const data = { description: 'Made.', data: example }
  const { mock, call } = mockOf(
    { get: operation({ ...film, method: 'GET', output: example }), create },
    { 'film.created': data },
  )
  const { body } = await call('POST /films', { text: 'One', note: 'Mute' })
  expect(mock.db.events.map((event) => event.data)).toEqual([{ id: body.id, text: 'One', note: 'Mute' }])
})

test('what is listed and made, and read by nobody, is whole', async () => {
  const list = operation({ ...films, method: 'GET', query: pageParameters, output: listOf(record, 'Film') })
  const create = operation({ ...films, method: 'POST', body: { text }, output: record, status: 201 })
  const { mock, call } = mockOf({ list, create })
  await expect(call('POST /films', { text: 'One' })).rejects.toThrow('tell the mock how `films.create` decides `tags`')
  expect(mock.db['films']).toEqual([])
})

test('a list is filtered by what is among the values of a member', async () => {
  const query = { ...pageParameters, tags: text.optional(), seen_at: timestamp.optional() }
  const list = operation({ ...films, method: 'GET', query, output: listOf(record, 'Film') })
  const { call } = mockOf({ get, list }, {}, { records })
  const found = async (tag: string) => (await call(`GET /films?tags=${tag}`)).body.data
  expect([await found('mute'), await found('new')]).toEqual([[ONE], []])
})
