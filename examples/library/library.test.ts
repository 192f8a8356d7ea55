import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { connect, subscribe } from '@roster/sdk/realtime'
import { verifyWebhook } from '@roster/sdk/webhooks'
import { emptyDatabase, onPostgres } from '@roster/test/database'
import { exampleSecretOf } from '@roster/test/examples'
import { startScript } from '@roster/test/live'
import { killAll } from '@roster/test/process'
import { freePort } from '@roster/test/raw-requests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { application, type LibraryRouter } from './application.ts'
import { type ClientOptions, ConflictError, Library, type LibraryEvent, NotFoundError } from './client/src/index.ts'
import { createMock } from './mock.ts'

const BOOK = {
  branch: 'north',
  title: 'Notes by the Translator',
  author: 'Ada Lovelace',
  pages: 66,
  published: '1843-09-01',
  shelf: 'A-12',
}
const CLERK = {
  branch: 'north',
  full_name: 'Charles Babbage',
  mail: 'charles@example.com',
  post: 'clerk' as const,
  joined_on: '2026-03-01',
}
const LOAN = { borrower: 'Mary Somerville', due_on: '2026-12-24' }

const SECRET = randomBytes(32).toString('base64')
const key = exampleSecretOf(application)

let url: string
let stop: () => Promise<void>
beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'library-'))
  const { url: DATABASE_URL, drop } = onPostgres ? await emptyDatabase() : { url: undefined, drop: async () => {} }
  const place = DATABASE_URL === undefined ? {} : { DATABASE_URL, LIBRARY_SECRET: SECRET }
  const port = String(await freePort())
  const settings = { PORT: port, LIBRARY_DATA_DIR: directory, LIBRARY_ADMIN_API_KEY: key, ...place }
  const library = startScript('examples/library/main.ts', settings)
  await library.written(/Library is running at/)
  url = `http://localhost:${port}`
  stop = async () => {
    await killAll()
    await rm(directory, { recursive: true, force: true })
    await drop()
  }
})
afterAll(() => stop())

/** What is the same of the service and of its mock. */
const LIBRARIES: [string, () => ClientOptions][] = [
  ['the service', () => ({ baseUrl: url, apiKey: key })],
  ['the mock', () => ({ apiKey: 'test', fetch: createMock().fetch })],
]

describe.each(LIBRARIES)('its client, with %s', (_name, optionsOf) => {
  test('lends a book once, and takes it back', async () => {
    const library = new Library(optionsOf())
    const { id, whereabouts } = await library.books.add(BOOK)
    expect(whereabouts).toEqual({ place: 'shelf', shelf: 'A-12' })
    const lent = await library.books.lend(id, LOAN)
    expect(lent).toMatchObject({ version: 2, whereabouts: { place: 'reader', ...LOAN } })
    const again = await library.books.lend(id, LOAN).catch((error: unknown) => error)
    expect(again).toBeInstanceOf(ConflictError)
    expect(again).toMatchObject({
      code: 'book-lent',
      detail: '"Notes by the Translator" is lent until 2026-12-24.',
    })
    expect((await library.books.return(id)).whereabouts).toEqual(whereabouts)
  })

  test('shows a clerk the books of its branch alone', async () => {
    const options = optionsOf()
    const library = new Library(options)
    const { id: user_id } = await library.people.add({ ...CLERK, branch: 'east' })
    const scopes = ['read:books', 'lend:books'] as const
    const { secret } = await library.apiKeys.create({ name: 'Desk', role: 'clerk', scopes: [...scopes], user_id })
    const here = await library.books.add({ ...BOOK, branch: 'east' })
    const there = await library.books.add({ ...BOOK, branch: 'west' })
    const desk = new Library({ ...options, apiKey: secret })
    expect((await desk.books.list()).data).toEqual([here])
    await expect(desk.books.get(there.id)).rejects.toThrow(NotFoundError)
    await expect(desk.books.lend(there.id, LOAN)).rejects.toThrow(NotFoundError)
  })

  test('exports books and people each to who may read those', async () => {
    const options = optionsOf()
    const library = new Library(options)
    const desk = async (scope: 'read:books' | 'read:people') => {
      const { secret } = await library.apiKeys.create({ name: 'Desk', role: 'librarian', scopes: [scope] })
      return new Library({ ...options, apiKey: secret })
    }
    const [ofBooks, ofPeople] = [await desk('read:books'), await desk('read:people')]
    const made = await ofBooks.exports.create({ format: 'csv', kind: 'books' })
    expect((await ofBooks.exports.get(made.id)).kind).toBe('books')
    expect((await ofPeople.exports.create({ format: 'csv', kind: 'people' })).kind).toBe('people')
    const lacking = (operation: string, scope: string) => ({
      code: 'insufficient-scope',
      detail: `${operation} needs the scope ${scope}, which this credential does not hold.`,
    })
    await expect(ofPeople.exports.create({ format: 'csv', kind: 'books' })).rejects.toMatchObject(
      lacking('exports.create', 'read:books'),
    )
    await expect(ofBooks.exports.create({ format: 'csv', kind: 'people' })).rejects.toMatchObject(
      lacking('exports.create', 'read:people'),
    )
    await expect(ofPeople.exports.get(made.id)).rejects.toThrow(NotFoundError)
    await expect(ofPeople.exports.download(made.id)).rejects.toThrow(NotFoundError)
    expect((await library.exports.get(made.id)).kind).toBe('books')
  })

  test('keeps shelves within shelves, and downloads a label', async () => {
    const library = new Library(optionsOf())
    const shelves = [{ name: 'Mathematics', height: 2.1, shelves: [{ name: 'A-12', height: 0.35, shelves: [] }] }]
    const { id } = await library.plans.draw({ branch: 'north', floor: -1, shelves })
    expect((await library.plans.get(id)).shelves).toEqual(shelves)
    const book = await library.books.add(BOOK)
    expect(await new Response(await library.books.label(book.id)).text()).toContain(`>${book.title}</text>`)
  })
})

test('the same procedures are typed over tRPC, with the same problems', async () => {
  const library = createTRPCClient<LibraryRouter>({
    links: [httpBatchLink({ url: `${url}/trpc`, headers: { 'x-api-key': key } })],
  })
  const book = await library.books.add.mutate(BOOK)
  expect(await library.books.get.query({ book_id: book.id })).toEqual(book)
  await expect(library.books.get.query({ book_id: 'bok_0' })).rejects.toMatchObject({
    data: { problem: { status: 404, code: 'not-found' } },
  })
})

test('what is deprecated says so, and its kinds of errors have pages', async () => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const { id } = await new Library({ baseUrl: url, apiKey: key }).books.add(BOOK)
  const answer = await fetch(`${url}/api/books/${id}/checkout`, { method: 'POST', headers, body: JSON.stringify(LOAN) })
  expect([answer.status, answer.headers.get('sunset')]).toEqual([200, 'Wed, 01 Sep 2027 00:00:00 GMT'])
  const page = await fetch(`${url}/errors/book-lent`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Book lent</h1>')])
})

test('who follows its events is given them typed, over a stream and over a socket', async () => {
  const mock = createMock()
  const library = new Library({ apiKey: 'test', fetch: mock.fetch })
  await library.people.add(CLERK)
  const socket = connect(library, { WebSocket: mock.WebSocket })
  const pushed: string[] = []
  socket.on('push', (push) => {
    if (push.event === 'book.lent') pushed.push(`${push.channel} ${push.data.title}`)
  })
  await socket.subscribe('books.north')
  const lent = subscribe(library, { types: ['book.lent'] })
  const first = lent.next()
  const { id } = await library.books.add(BOOK)
  await library.books.lend(id, LOAN)
  const { value } = await first
  expect(value?.data.whereabouts).toEqual({ place: 'reader', ...LOAN, shelf: 'A-12' })
  await expect.poll(() => pushed).toEqual([`books.north ${BOOK.title}`])
  await Promise.all([lent.return(), socket.close()])
  // @ts-expect-error -- There is no such event.
  expect(() => subscribe(library, { types: ['book.burnt'] })).toThrow(/Pass some of book\.added, book\.updated/)
})

test('a webhook of it is verified, and told apart by its event', async () => {
  const mock = createMock()
  const answer = await mock.deliverWebhook(async (request) => {
    const event = await verifyWebhook<LibraryEvent>(await request.text(), request.headers, mock.webhookSecret)
    return new Response(event.event === 'book.lent' ? event.data.title : '')
  }, 'book.lent')
  expect(await answer.text()).toBe(BOOK.title)
})
