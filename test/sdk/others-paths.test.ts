import { type AnyOperation, listOf, operation, pageParameters, resource } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callerOf, mockOfContracts } from '../support/mocked.ts'

const words = { summary: 'S', description: 'D', scope: 'any' } as const
const text = z.string().max(200)

const resourceOf = (name: string, operations: Record<string, AnyOperation>) =>
  resource({ name, title: name, description: 'Some.', operations, events: {} })

const recordOf = (id: string, shape: z.ZodRawShape) => z.object(shape).meta({ id, description: 'Something.' })

/** An operation at a path, whose parameters are such. */
const at = (path: string, parameter: z.ZodType = text) => ({
  ...words,
  path,
  params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, parameter])),
})

const read = (path: string, output: z.ZodType, parameter?: z.ZodType) =>
  operation({ ...at(path, parameter), method: 'GET', output })

const add = (path: string, body: z.ZodRawShape, output: z.ZodObject, parameter?: z.ZodType) =>
  operation({ ...at(path, parameter), method: 'POST', body, output, status: 201 })

const list = (path: string, record: z.ZodObject, parameter?: z.ZodType, key = 'id') =>
  operation({
    ...at(path, parameter),
    method: 'GET',
    query: pageParameters,
    output: listOf(record, record.meta()!.id!, key),
  })

test('what is in a record has an identifier of its own, also where the path calls that of the record `id`', async () => {
  const film = recordOf('Film', { id: z.uuid(), title: text })
  const comment = recordOf('Comment', { id: z.uuid(), text })
  const films = resourceOf('films', {
    add: add('/films', { title: text }, film),
    get: read('/films/{id}', film),
  })
  const comments = resourceOf('comments', {
    list: list('/films/{id}/comments', comment),
    add: add('/films/{id}/comments', { text }, comment),
    get: read('/films/{id}/comments/{comment_id}', comment),
  })
  const call = callerOf(mockOfContracts([films, comments]))
  const { body: one } = await call('POST /films', { title: 'One' })
  const { body: other } = await call('POST /films', { title: 'Other' })
  const first = (await call(`POST /films/${one.id}/comments`, { text: 'First' })).body
  const second = (await call(`POST /films/${one.id}/comments`, { text: 'Second' })).body
  expect(new Set([one.id, other.id, first.id, second.id]).size).toBe(4)
  expect((await call(`GET /films/${one.id}/comments`)).body.data).toEqual([second, first])
  expect((await call(`GET /films/${other.id}/comments`)).body.data).toEqual([])
  expect((await call(`GET /films/${one.id}/comments/${first.id}`)).body).toEqual(first)
  expect((await call(`GET /films/${other.id}/comments/${first.id}`)).status).toBe(404)
})

/** Replaces what is at a path. */
const replace = (path: string, body: z.ZodRawShape, output: z.ZodObject, parameter?: z.ZodType) =>
  operation({ ...at(path, parameter), method: 'PUT', body, output })

test('what is in a record is replaced under its own identifier', async () => {
  const order = recordOf('Order', { id: z.int(), title: text })
  const line = recordOf('Line', { id: z.int(), count: z.int() })
  const orders = resourceOf('orders', {
    get: read('/orders/{id}', order, z.int()),
    add: add('/orders', { title: text }, order),
  })
  const lines = resourceOf('lines', {
    get: read('/orders/{id}/lines/{line}', line, z.int()),
    add: add('/orders/{id}/lines', { count: z.int() }, line, z.int()),
    replace: replace('/orders/{id}/lines/{line}', { count: z.int() }, line, z.int()),
  })
  const call = callerOf(mockOfContracts([orders, lines]))
  for (const title of ['One', 'Two']) await call('POST /orders', { title })
  const { body: made } = await call('POST /orders/2/lines', { count: 1 })
  expect(made).toEqual({ id: 1, count: 1 })
  const { status, body } = await call('PUT /orders/2/lines/1', { count: 5 })
  expect([status, body]).toEqual([200, { id: 1, count: 5 }])
})

test('a record whose number stands in the path as text is replaced', async () => {
  const car = recordOf('Car', { id: z.int(), name: text })
  const cars = resourceOf('cars', { get: read('/cars/{id}', car), replace: replace('/cars/{id}', { name: text }, car) })
  const call = callerOf(mockOfContracts([cars], { records: { cars: [{ id: 7, name: 'One' }] } }))
  expect((await call('PUT /cars/7', { name: 'Two' })).body).toEqual({ id: 7, name: 'Two' })
})

test('a record is read as one where there are others below its path, and is no list of those', async () => {
  const country = recordOf('Country', { country: text, people: z.int() })
  const city = recordOf('City', { country: text, city: text, people: z.int() })
  const geo = resourceOf('geo', {
    country: read('/geo/{country}', country),
    city: read('/geo/{country}/{city}', city),
  })
  const records = {
    geo: [{ country: 'de', people: 80 }],
    '/geo/{}': [
      { country: 'de', city: 'berlin', people: 3 },
      { country: 'fr', city: 'paris', people: 2 },
    ],
  }
  const call = callerOf(mockOfContracts([geo], { records }))
  expect((await call('GET /geo/de')).body).toEqual(records.geo[0])
  expect((await call('GET /geo/de/berlin')).body).toEqual(records['/geo/{}'][0])
  expect((await call('GET /geo/de/paris')).status).toBe(404)
})

test('a record that two parameters name is found by both, listed under the first, and made there', async () => {
  const price = recordOf('Price', { country: text, currency: text, amount: z.int() })
  const one = at('/prices/{country}/{currency}')
  const prices = resourceOf('prices', {
    list: list('/prices/{country}', price, text, 'currency'),
    get: read(one.path, price),
    add: add('/prices/{country}', { currency: text, amount: z.int() }, price),
    change: operation({ ...one, method: 'PATCH', body: { amount: z.int() }, output: price }),
    remove: operation({ ...one, method: 'DELETE' }),
  })
  const mock = mockOfContracts([prices])
  const call = callerOf(mock)
  for (const [nth, country] of ['de', 'fr'].entries())
    await call(`POST /prices/${country}`, { currency: 'EUR', amount: nth })
  const [german, french] = ['de', 'fr'].map((country, amount) => ({ country, currency: 'EUR', amount }))
  expect((await call('GET /prices/fr/EUR')).body).toEqual(french)
  expect((await call('GET /prices/fr')).body.data).toEqual([french])
  expect((await call('GET /prices/xx/EUR')).status).toBe(404)
  await call('PATCH /prices/fr/EUR', { amount: 9 })
  expect((await call('GET /prices/de/EUR')).body).toEqual(german)
  await call('DELETE /prices/fr/EUR')
  expect((await call('GET /prices/de/EUR')).body).toEqual(german)
})

test('what a record is in is found whatever each path calls the parameter that names it', async () => {
  const shelf = recordOf('Shelf', { id: z.int(), text })
  const book = recordOf('Book', { id: z.int(), text })
  const copy = recordOf('Copy', { id: z.int(), book_id: z.int(), text })
  const shelves = resourceOf('shelves', {
    get: read('/shelves/{shelf_id}', shelf, z.int()),
    add: add('/shelves', { text }, shelf),
  })
  const books = resourceOf('books', {
    list: list('/shelves/{shelf}/books', book, z.int()),
    add: add('/shelves/{shelf}/books', { text }, book, z.int()),
    get: read('/shelves/{of}/books/{book_id}', book, z.int()),
  })
  const copies = resourceOf('copies', {
    list: list('/shelves/{a}/books/{b}/copies', copy, z.int()),
    add: add('/shelves/{a}/books/{b}/copies', { text }, copy, z.int()),
    get: read('/shelves/{c}/books/{book_id}/copies/{copy_id}', copy, z.int()),
  })
  const call = callerOf(mockOfContracts([shelves, books, copies]))
  for (const name of ['One', 'Two']) await call('POST /shelves', { text: name })
  const { body: made } = await call('POST /shelves/2/books', { text: 'B' })
  expect((await call('GET /shelves/2/books/1')).body).toEqual(made)
  expect((await call('GET /shelves/2/books')).body.data).toEqual([made])
  expect((await call('GET /shelves/1/books/1')).status).toBe(404)
  const { body: copied } = await call('POST /shelves/2/books/1/copies', { text: 'C' })
  expect(copied).toEqual({ id: 1, book_id: 1, text: 'C' })
  expect((await call('GET /shelves/2/books/1/copies')).body.data).toEqual([copied])
  expect((await call('GET /shelves/2/books/1/copies/1')).body).toEqual(copied)
  expect((await call('GET /shelves/1/books/1/copies/1')).status).toBe(404)
})

test('what no member of a record identifies is what its rule gives', async () => {
  const weather = recordOf('Weather', { temperature: z.int() })
  const resources = [resourceOf('weather', { get: read('/weather/{city}', weather) })]
  const rules = { 'weather.get': () => ({ temperature: 3 }) }
  expect((await callerOf(mockOfContracts(resources, { rules }))('GET /weather/berlin')).body).toEqual({
    temperature: 3,
  })
})

test('records that two resources have at one path are the same, each shown as its contract says', async () => {
  const short = recordOf('Short', { id: z.int(), title: text })
  const whole = recordOf('Whole', { id: z.int(), title: text, plot: text })
  const listing = resourceOf('listing', { list: list('/films', short) })
  const reading = resourceOf('reading', {
    get: read('/films/{film_id}', whole, z.int()),
    add: add('/films', { title: text, plot: text }, whole),
  })
  for (const resources of [
    [listing, reading],
    [reading, listing],
  ]) {
    const call = callerOf(mockOfContracts(resources))
    const { body: made } = await call('POST /films', { title: 'One', plot: 'Long' })
    expect(made).toEqual({ id: 1, title: 'One', plot: 'Long' })
    expect((await call('GET /films/1')).body).toEqual(made)
    expect((await call('GET /films')).body.data).toEqual([{ id: 1, title: 'One' }])
  }
})
