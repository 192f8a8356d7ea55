import { exampleId, idSchema, listOf, operation, pageParameters, resource } from '@roster/core/contract'
import type { AnyOperation, EventCatalogue, Resource } from '@roster/core/contract'
import { Client, ConnectionError, RosterError } from '@roster/sdk'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callerOf, mockOfContracts } from '../support/mocked.ts'

const words = { summary: 'S', description: 'D', scope: 'any' } as const
const described = { description: 'Something.' }

const resourceOf = (name: string, operations: Record<string, AnyOperation>, events: EventCatalogue = {}): Resource =>
  resource({ name, title: name, description: 'Some.', operations, events })

/** A record of a kind, with an example. */
const recordOf = (id: string, shape: z.ZodRawShape) => z.object(shape).meta({ id, ...described })

/** Operations on records at a path, of which one is at a parameter after it, such as `/films/{film_id}`, and known by a member. */
function operationsOn(at: string, record: z.ZodObject, body: z.ZodRawShape, key = 'id') {
  const [, path = '', parameter = ''] = /^(.+)\/\{(\w+)\}$/.exec(at) ?? []
  const one = { ...words, path: at, params: { [parameter]: record.shape[key]! } }
  const output = listOf(record, record.meta()!.id!, key)
  const { [key]: _, ...changed } = body
  return {
    list: operation({ ...words, method: 'GET', path, query: pageParameters, output }),
    create: operation({ ...words, method: 'POST', path, body, output: record, status: 201 }),
    get: operation({ ...one, method: 'GET', output: record }),
    update: operation({ ...one, method: 'PATCH', body: changed, output: record }),
    remove: operation({ ...one, method: 'DELETE' }),
  }
}

const text = z.string().max(200)
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

test('what is said of books and what is said of films are kept apart, where both are called comments', async () => {
  const commentsOf = (name: string) => {
    const of = `${name}_id`
    const comment = recordOf(`${name}Comment`, { id: idSchema('com', 'it'), text })
    const form = { ...words, path: `/${name}s/{${of}}/comments`, params: { [of]: idSchema(name.slice(0, 3), 'it') } }
    const record = recordOf(name, { id: idSchema(name.slice(0, 3), 'it').meta({ examples: [exampleId('x')] }), text })
    return [
      resourceOf(`${name}s`, operationsOn(`/${name}s/{${of}}`, record, { text })),
      resourceOf(`${name}Comments`, {
        list: operation({ ...form, method: 'GET', query: pageParameters, output: listOf(comment, `${name}Comment`) }),
        create: operation({ ...form, method: 'POST', body: { text }, output: comment, status: 201 }),
      }),
    ]
  }
  const mock = mockOfContracts([...commentsOf('book'), ...commentsOf('film')], {
    records: { books: [{ id: 'same', text: 'B' }], films: [{ id: 'same', text: 'F' }] },
  })
  const call = callerOf(mock)
  const { body: comment } = await call('POST /books/same/comments', { text: 'Long' })
  expect(mock.db).toMatchObject({ booksComments: [comment], filmsComments: [] })
  expect((await call('GET /films/same/comments')).body.data).toEqual([])
})

test('records that are put into no collection are refused, and the collections named', () => {
  const note = recordOf('Note', { id: idSchema('not', 'it'), text })
  const notes = resourceOf('notes', operationsOn('/notes/{note_id}', note, { text }))
  expect(() => mockOfContracts([notes], { records: { note: [{ id: 'not_1' }] } })).toThrow(
    /^There is no collection "note"\. Name one of .+, notes\.$/,
  )
})

test('records have numbers where those are their identifiers: each the next, and none again', async () => {
  const film = recordOf('Film', { id: z.int().min(100), text })
  const batch = operation({
    ...words,
    method: 'POST',
    path: '/films/batch',
    body: { films: z.array(z.object({ text })) },
    output: z.object({ data: z.array(film) }),
  })
  const mock = mockOfContracts([resourceOf('films', { ...operationsOn('/films/{film_id}', film, { text }), batch })])
  const call = callerOf(mock)
  const made = async (title: string) => (await call('POST /films', { text: title })).body.id as number
  expect([await made('One'), await made('Two')]).toEqual([100, 101])
  expect((await call('GET /films/101')).body).toEqual({ id: 101, text: 'Two' })
  await call('DELETE /films/101')
  expect((await call('GET /films/101')).status).toBe(404)
  const { body } = await call('POST /films/batch', { films: [{ text: 'Three' }, { text: 'Four' }] })
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([102, 103])
  mock.db['films']!.push({ id: 2_000, text: 'Seeded' })
  expect(await made('Five')).toBe(2_001)
  const { data, next_cursor } = (await call('GET /films?cursor=&limit=3')).body
  const rest = (await call(`GET /films?cursor=${next_cursor}&limit=3`)).body
  expect([...data, ...rest.data].map(({ id }: { id: number }) => id)).toEqual([2_001, 2_000, 103, 102, 100])
})

test.each([
  ['of any version', z.uuid()],
  ['as text of that form', z.string().uuid().nullable().unwrap()],
  ['of version 7', z.uuidv7()],
])('records have UUIDs where those are their identifiers, %s', async (_what, id) => {
  const film = recordOf('Film', { id, text })
  const mock = mockOfContracts([resourceOf('films', operationsOn('/films/{film_id}', film, { text }))])
  const call = callerOf(mock)
  const { body: one } = await call('POST /films', { text: 'One' })
  const { body: two } = await call('POST /films', { text: 'Two' })
  expect([one.id, two.id]).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)])
  expect(one.id < two.id).toBe(true)
  expect((await call(`GET /films/${one.id}`)).body).toEqual(one)
})

test.each([
  ['slug', 'slug', { slug: text }],
  ['country_code', 'code', { code: text }],
  ['countryCode', 'code', { code: text }],
  ['slug', 'slug', { id: z.uuid(), slug: text }],
  ['country_id', 'id', { id: text, owner_id: text.nullable() }],
])('a record is found by the member that its path names: {%s} by %s', async (parameter, key, shape) => {
  const country = recordOf('Country', { ...shape, name: text })
  const body = { [key]: text, name: text }
  const operations = operationsOn(`/countries/{${parameter}}`, country, body, key)
  const mock = mockOfContracts([resourceOf('countries', operations)])
  const call = callerOf(mock)
  const { body: made } = await call('POST /countries', { [key]: 'fr', name: 'France' })
  expect(made).toMatchObject({ [key]: 'fr', name: 'France' })
  expect((await call('GET /countries/fr')).body).toEqual(made)
  expect((await call('PATCH /countries/fr', { name: 'Gallia' })).body).toEqual({ ...made, name: 'Gallia' })
  await call('DELETE /countries/fr')
  expect((await call('GET /countries/fr')).status).toBe(404)
})

test('a number is not given again after a first record that had it was deleted', async () => {
  const film = recordOf('Film', { id: z.int(), text })
  const films = resourceOf('films', operationsOn('/films/{film_id}', film, { text }))
  const mock = mockOfContracts([films], { records: { films: [1, 2, 3].map((id) => ({ id, text: 'Some' })) } })
  const call = callerOf(mock)
  await call('DELETE /films/3')
  expect((await call('POST /films', { text: 'Another' })).body).toMatchObject({ id: 4 })
})

test.each<[string, () => void]>([
  ['an error of its own', () => JSON.parse('{') as void],
  [
    'a problem that is not in the table',
    () => {
      throw Object.assign(new Error('No.'), { name: 'Problem', code: 'unheard-of' })
    },
  ],
])('a rule that throws %s is told as an error of the mock, not of the connection', async (_what, rule) => {
  const film = recordOf('Film', { id: z.int(), text })
  const films = resourceOf('films', operationsOn('/films/{film_id}', film, { text }))
  const mock = mockOfContracts([films], { rules: { 'films.create': rule } })
  const client = new Client({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off' })
  const refused = await client.request('POST', '/films', { body: { text: 'One' } }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(RosterError)
  expect(refused).not.toBeInstanceOf(ConnectionError)
  expect((await callerOf(mock)('GET /films')).status).toBe(200)
})

test('an identifier that nobody gives, and whose form is not known, is asked for', async () => {
  const film = recordOf('Film', { slug: text, name: text })
  const mock = mockOfContracts([resourceOf('films', operationsOn('/films/{slug}', film, { name: text }, 'slug'))])
  await expect(callerOf(mock)('POST /films', { name: 'One' })).rejects.toThrow(
    'tell the mock how `films.create` decides `slug` of a new film',
  )
})
