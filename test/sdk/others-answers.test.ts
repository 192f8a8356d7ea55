import {
  type AnyOperation,
  type EventCatalogue,
  fileOperation,
  listOf,
  operation,
  pageParameters,
  resource,
} from '@roster/core/contract'
import type { MockOf, Rules } from '@roster/sdk/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callerOf, mockOfContracts } from '../support/mocked.ts'

const words = { summary: 'S', description: 'D', scope: 'any' } as const
const text = z.string().max(200)

const recordOf = (id: string, shape: z.ZodRawShape) => z.object(shape).meta({ id, description: 'Something.' })

const films = { ...words, path: '/films' } as const
const one = { ...words, path: '/films/{film_id}', params: { film_id: text } } as const

function mockOf(operations: Record<string, AnyOperation>, more: Partial<MockOf> = {}, events: EventCatalogue = {}) {
  const mock = mockOfContracts(
    [resource({ name: 'films', title: 'Films', description: 'Some.', operations, events })],
    more,
  )
  return { mock, call: callerOf(mock) }
}

const film = recordOf('Film', { id: text, title: text, status: z.enum(['new', 'old']) })
const FILM = { id: 'f1', title: 'One', status: 'new' }
const records = { films: [FILM] }
const get = operation({ ...one, method: 'GET', output: film })

test('a search that is posted is what its rule gives, and makes nothing', async () => {
  const output = listOf(film, 'Film')
  const search = operation({ ...films, path: '/films/search', method: 'POST', body: { text }, output })
  const rules: Rules = { 'films.search': () => ({ data: [FILM] }) }
  const { mock, call } = mockOf({ get, search }, { rules, records })
  expect((await call('POST /films/search', { text: 'One' })).body).toEqual({ data: [FILM] })
  expect(mock.db['films']).toEqual([FILM])
  await expect(mockOf({ get, search }).call('POST /films/search', { text: 'x' })).rejects.toThrow(
    'tell the mock how `films.search` is done',
  )
})

test('records are made of the member that has objects, whichever else a body begins with', async () => {
  const title = recordOf('Title', { id: z.int(), title: text })
  const body = { dry_run: z.boolean(), tags: z.array(text), films: z.array(z.object({ title: text })).optional() }
  const { call } = mockOf({
    get: operation({ ...one, method: 'GET', output: title }),
    batch: operation({
      ...films,
      path: '/films/batch',
      method: 'POST',
      body,
      output: z.object({ data: z.array(title) }),
    }),
  })
  const made = await call('POST /films/batch', { dry_run: false, tags: ['a'], films: [{ title: 'A' }, { title: 'B' }] })
  expect(made.body.data).toEqual([
    { id: 1, title: 'A' },
    { id: 2, title: 'B' },
  ])
  expect((await call('POST /films/batch', { dry_run: false, tags: [] })).body.data).toEqual([])
})

test('what a rule gives beside what is declared is neither kept nor answered, but where any members may be', async () => {
  const secret = { secret: 'swordfish' }
  const printed = (output: z.ZodType) => ({
    get,
    list: operation({ ...films, method: 'GET', query: pageParameters, output: listOf(film, 'Film') }),
    create: operation({ ...films, method: 'POST', body: { title: text }, status: 201, output: film }),
    print: operation({ ...one, path: `${one.path}/print`, method: 'POST', body: { copies: z.int() }, output }),
  })
  const rules: Rules = {
    'films.create': () => ({ id: 'f2', status: 'new', ...secret }),
    'films.print': ({ input }) => ({ ...input, status: 'old', ...secret }),
  }
  const answersOf = async (output: z.ZodType) => {
    const { call } = mockOf(printed(output), { rules, records: { films: [{ ...FILM }] } })
    const made = await call('POST /films', { title: 'Two' })
    const { body } = await call('POST /films/f1/print', { copies: 2 })
    return [made.body, body, (await call('GET /films?cursor=&limit=1')).body.data]
  }
  const [two, old] = [
    { id: 'f2', title: 'Two', status: 'new' },
    { ...FILM, status: 'old' },
  ]
  const noted = film.extend({ copies: z.int().optional() }).meta({ id: 'NotedFilm', description: 'Something.' })
  const loose = z.looseObject(film.shape).meta({ id: 'LooseFilm', description: 'Something.' })
  expect(await answersOf(film)).toEqual([two, old, [two]])
  expect((await answersOf(noted))[1]).toEqual({ ...old, copies: 2 })
  expect((await answersOf(loose))[1]).toEqual({ ...old, copies: 2, film_id: 'f1', ...secret })
})

const act = (output: z.ZodObject) => operation({ ...one, path: `${one.path}/print`, method: 'POST', output })
const print = recordOf('Print', { id: text, status: z.enum(['printing', 'done']) })

test.each([
  ['of another kind', print, { id: 'p1', status: 'printing' }],
  [
    'of another kind, whose members have the same names',
    recordOf('Print', { ...print.shape, pages: z.int() }),
    { id: 'p1', status: 'printing', pages: 3 },
  ],
  ['another of its kind', film, { id: 'f2', title: 'Copy', status: 'old' }],
])('an action that answers %s leaves the record as it is', async (_what, output, answer) => {
  const { mock, call } = mockOf({ get, print: act(output) }, { records, rules: { 'films.print': () => answer } })
  expect((await call('POST /films/f1/print')).body).toEqual(answer)
  expect(mock.db['films']).toEqual([FILM])
})

test('an action that answers a part of its record changes it', async () => {
  const output = film.pick({ id: true, status: true })
  const { mock, call } = mockOf(
    { get, print: act(output) },
    { records, rules: { 'films.print': () => ({ status: 'old' }) } },
  )
  expect((await call('POST /films/f1/print')).body).toEqual({ id: 'f1', status: 'old' })
  expect(mock.db['films']).toEqual([{ ...FILM, status: 'old' }])
})

test('each kind of record has the events of its name, or of its data, and none of another', async () => {
  const id = z.int()
  const kind = (name: string, shape: z.ZodRawShape, example: object) =>
    z.object(shape).meta({ id: name, description: 'x', examples: [example] })
  const book = kind('Book', { id, title: text }, { id: 1, title: 'x' })
  const copy = kind('PaperCopy', { id, shelf: text }, { id: 1, shelf: 'x' })
  const seal = kind('Seal', { id, wax: text }, { id: 1, wax: 'x' })
  const part = kind('Part', { id }, { id: 1 })
  const at = (path: string, params = {}) => ({ ...words, path, params })
  const within = { book_id: id }
  const removed = { ...at('/books/{book_id}/copies/{copy_id}', { ...within, copy_id: id }) }
  const operations = {
    get: operation({ ...at('/books/{book_id}', within), method: 'GET', output: book }),
    add: operation({ ...at('/books'), method: 'POST', body: { title: text }, output: book, status: 201 }),
    remove: operation({ ...at('/books/{book_id}', within), method: 'DELETE' }),
    getCopy: operation({ ...removed, method: 'GET', output: copy }),
    addCopy: operation({
      ...at('/books/{book_id}/copies', within),
      method: 'POST',
      body: { shelf: text },
      output: copy,
      status: 201,
    }),
    removeCopy: operation({ ...removed, method: 'DELETE' }),
    getSeal: operation({
      ...at('/books/{book_id}/seals/{seal_id}', { ...within, seal_id: id }),
      method: 'GET',
      output: seal,
    }),
    addSeal: operation({
      ...at('/books/{book_id}/seals', within),
      method: 'POST',
      body: { wax: text },
      output: seal,
      status: 201,
    }),
  }
  const told = (data: z.ZodObject) => ({ description: 'x', data })
  const { mock, call } = mockOf(
    operations,
    {},
    {
      'book.created': told(book),
      'book.deleted': told(part),
      'paper.created': told(copy),
      'paper_copy.deleted': told(part),
    },
  )
  await call('POST /books', { title: 'B' })
  await call('POST /books/1/copies', { shelf: 'S' })
  await call('POST /books/1/seals', { wax: 'W' })
  await call('DELETE /books/1/copies/1')
  await call('DELETE /books/1')
  expect(mock.db.events.map(({ event, data }) => [event, data])).toEqual([
    ['book.created', { id: 1, title: 'B' }],
    ['paper.created', { id: 1, shelf: 'S' }],
    ['paper_copy.deleted', { id: 1 }],
    ['book.deleted', { id: 1 }],
  ])
})

test('a replacement drops what it does not have, or gives it its default', async () => {
  const shape = { title: text, note: text.optional(), rank: z.int().default(5), seen: text.nullish() }
  const pen = z.object({ id: text, version: z.int(), ...shape, kept: text }).meta({ id: 'Pen', description: 'x' })
  const { mock, call } = mockOf(
    {
      get: operation({ ...one, method: 'GET', output: pen }),
      replace: operation({ ...one, method: 'PUT', body: { ...shape, version: z.int().optional() }, output: pen }),
      change: operation({ ...one, method: 'PATCH', body: { note: text.optional() }, output: pen }),
    },
    { records: { films: [{ id: 'f1', version: 1, title: 'One', note: 'N', rank: 9, seen: 'S', kept: 'K' }] } },
  )
  const expected = { id: 'f1', version: 2, title: 'Two', rank: 5, seen: null, kept: 'K' }
  expect((await call('PUT /films/f1', { title: 'Two' })).body).toEqual(expected)
  expect(mock.db['films']).toEqual([expected])
  expect((await call('PUT /films/f1', { title: 'Two' })).body).toEqual(expected)
  const changed = await call('PATCH /films/f1', { note: 'M' })
  expect(Object.keys(changed.body)).toEqual(['id', 'version', 'title', 'note', 'rank', 'seen', 'kept'])
})

test('a list shows the members that its contract has, and a rule gives those that no record has', async () => {
  const listed = recordOf('Listed', { id: text, title: text, score: z.int() })
  const list = operation({ ...films, method: 'GET', query: pageParameters, output: listOf(listed, 'Listed') })
  await expect(mockOf({ get, list }, { records }).call('GET /films')).rejects.toThrow(
    'tell the mock how `films.list` decides `score` of its answer',
  )
  const rules: Rules = { 'films.list': () => ({ score: 3 }) }
  const { data, pagination } = (await mockOf({ get, list }, { records, rules }).call('GET /films')).body
  expect([data, pagination.total]).toEqual([[{ id: 'f1', title: 'One', score: 3 }], 1])
})

test('a condition is held against what is read, also where a rule decides some of that', async () => {
  const update = operation({ ...one, method: 'PATCH', body: { title: text }, output: film })
  const rules: Rules = { 'films.get': ({ record }) => ({ title: `${(record as typeof FILM).title}!` }) }
  const { call } = mockOf({ get, update }, { records, rules })
  const { headers, body } = await call('GET /films/f1')
  expect(body.title).toBe('One!')
  const change = (etag: string) => call('PATCH /films/f1', { title: 'Two' }, { 'if-match': etag })
  expect((await change('"x"')).status).toBe(412)
  expect((await change(headers.get('etag')!)).status).toBe(200)
})

test('a member called cookie is a member', async () => {
  const bake = recordOf('Bake', { id: z.int(), cookie: text })
  const create = operation({ ...films, method: 'POST', body: { cookie: text }, output: bake, status: 201 })
  const { call } = mockOf({ get: operation({ ...one, method: 'GET', output: bake }), create })
  expect((await call('POST /films', { cookie: 'oat' })).body).toEqual({ id: 1, cookie: 'oat' })
})

test('a record or a file is of a time only where that is one', async () => {
  const other = recordOf('Film', { id: text, updated_at: text })
  const contract = resource({
    name: 'films',
    title: 'Films',
    description: 'Some.',
    operations: { get: operation({ ...one, method: 'GET', output: other }) },
    files: { print: fileOperation({ ...one, path: `${one.path}/print`, media: { 'text/plain': 'x' }, errors: [] }) },
    events: {},
  })
  const call = callerOf(
    mockOfContracts([contract], {
      records: { films: [{ id: 'f1', updated_at: 'soon' }] },
      rules: { 'films.print': () => ({ content: '"x"', type: 'text/plain', name: 'x.txt' }) },
    }),
  )
  const modified = async (path: string) => (await call(`GET ${path}`)).headers.get('last-modified')
  expect(await modified('/films/f1')).toBeNull()
  expect(Date.parse((await modified('/films/f1/print'))!)).not.toBeNaN()
})

test('without a path that all begin with, what is nowhere is not found', async () => {
  const { status } = await mockOf({ get }, { records }).call('GET /films/f1/more/x')
  expect(status).toBe(404)
})

test('a number in an address is one, also where a list would do', async () => {
  const output = z.object({ n: z.unknown() })
  const count = operation({ ...films, method: 'GET', query: { n: z.union([z.int(), z.array(z.int())]) }, output })
  const rules: Rules = { 'films.count': ({ input }) => ({ n: (input as { n: unknown }).n }) }
  expect((await mockOf({ count }, { rules }).call('GET /films?n=3')).body).toEqual({ n: 3 })
})

test('words for yes and no are what they stand for', async () => {
  const list = operation({
    ...films,
    method: 'GET',
    query: {
      ...pageParameters,
      seen: z.stringbool().optional(),
      kept: z.stringbool({ truthy: ['y'], falsy: ['N'], case: 'sensitive' }).optional(),
    },
    output: listOf(recordOf('Film', { id: text, seen: z.boolean(), kept: z.boolean() }), 'Film'),
  })
  const seeds = {
    films: [
      { id: 'a', seen: true, kept: false },
      { id: 'b', seen: false, kept: true },
    ],
  }
  const { call } = mockOf({ list }, { records: seeds })
  const found = async (query: string) => {
    const { status, body } = await call(`GET /films?${query}`)
    return status === 200 ? body.data.map(({ id }: { id: string }) => id) : body.errors
  }
  expect(await found('seen=YES')).toEqual(['a'])
  expect(await found('seen=0')).toEqual(['b'])
  expect(await found('kept=y')).toEqual(['b'])
  expect(await found('kept=n')).toMatchObject([{ code: 'invalid-value', message: 'must be one of y, N' }])
})

test('a list whose filter is called after is walked by its cursor, and a record with members of a page is none', async () => {
  const query = { ...pageParameters, after: z.iso.date().optional() }
  const page = recordOf('Film', { ...film.shape, pagination: z.int().nullable() })
  const { call } = mockOf(
    {
      get: operation({ ...one, method: 'GET', query, output: page }),
      list: operation({ ...films, method: 'GET', query, output: listOf(page, 'Film') }),
    },
    {
      records: {
        films: [
          { ...FILM, id: 'f1', pagination: null },
          { ...FILM, id: 'f2', pagination: null },
        ],
      },
    },
  )
  const { body, headers } = await call('GET /films?limit=1&cursor=')
  expect(headers.get('link')).toContain(`cursor=${body.next_cursor}>; rel="next"`)
  const read = await call('GET /films/f1')
  expect([read.status, read.headers.get('link')]).toEqual([200, null])
})
