import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './command/run.ts'
import { makeWorkplace, type Workplace } from './generated-package.fixture.ts'

const APPLICATION = new URL('library.fixture.ts', import.meta.url).pathname

let place: Workplace
let library: Record<string, any>
beforeAll(async () => {
  place = await makeWorkplace()
  await run(['--application', APPLICATION, '--out', place.folder])
  library = await place.load('src/index.ts')
})
afterAll(() => place.remove())

const textOf = (path: string) => readFile(join(place.folder, path), 'utf8')

/** A client whose requests get these answers, and what it sends. */
function clientOf(...steps: Parameters<typeof scriptedFetch>) {
  const { fetch, sent } = scriptedFetch(...steps)
  return { client: new library['Library']({ apiKey: 'k', fetch }), sent }
}

const IMPORTS = [
  `import { Library, ConflictError, NotFoundError } from './src/index.ts'`,
  `import type { Book, ErrorCode, LibraryEvent, Subject } from './src/index.ts'`,
  `import { APPLICATION } from './src/testing/tables.ts'`,
  'declare const console: { log: (...values: unknown[]) => void }',
]

/** What people write who use the client. */
const USE = `const library = new Library({ apiKey: 'k' })

export async function use(): Promise<Book> {
  const found = await library.books.find('boo_1', { floor: 2 })
  const where: string | number = found.place === 'shelf' ? found.shelf : found.due
  const { subjects }: Subject = await library.subjects.get('novels')
  const deepest: string | undefined = subjects[0]?.subjects[0]?.neighbours?.[0]
  for await (const { name, subjects: [within] } of library.subjects.all()) console.log(name, within?.subjects[0]?.name)
  console.log(await library.subjects.count('poem', 1815, true, 'first', 0.5))
  for await (const book of library.books.list({ genre: 'poem' })) console.log(book.pages.toFixed(), where, deepest)
  // What has a default may be left out of what is sent, and is always there in what is received.
  await library.books.order('boo_1', { books: [{ id: 'boo_2', title: 'Emma', published: '1815-12-23', pages: 474 }] })
  for await (const { id } of library.prints.list({ status: 'printing' })) console.log(id)
  const print: 'printing' | 'printed' = (await library.prints.startAndWait('boo_1', { copies: 2 })).status
  const again = await library.books.find('boo_1', undefined, { ifNoneMatch: '"1"' })
  console.log(print, again?.place, (await library.books.quote('boo_1', { page: 1 })).text)
  await library.prints.start('boo_1')
  return library.books.add({ title: 'Emma', published: '1815-12-23', pages: 474 })
}

export function codeOf(error: unknown): ErrorCode | undefined {
  if (error instanceof ConflictError && error.code === 'book-lent') return error.code
  // @ts-expect-error -- No error has this code.
  if (error instanceof NotFoundError && error.code === 'book-loaned') return undefined
  return undefined
}

export const titleIn = (event: LibraryEvent) => (event.event === 'book.added' ? event.data.title : event.data.id)

// @ts-expect-error -- A book has a title.
void library.books.add({ published: '1815-12-23', pages: 474 })
// @ts-expect-error -- A year is a number.
void library.subjects.count('poem', '1815', true, 2, 0.5)
// @ts-expect-error -- Lists and null have no text.
void library.subjects.count('poem', 1815, true, null, 0.5)
// @ts-expect-error -- A status must be given.
void library.prints.list()
// @ts-expect-error -- A page must be given.
void library.books.quote('boo_1')
// @ts-expect-error -- How to read it again is not known: its reader asks for a language.
void library.prints.bindAndWait('boo_1')
// @ts-expect-error -- No such genre.
void library.books.list({ genre: 'play' })
console.log(APPLICATION.operations.length)
`

test('its types hold in a project that has nothing but @roster/sdk', async () => {
  await writeFile(join(place.folder, 'use.ts'), [...IMPORTS, USE].join('\n'))
  expect(await place.faultsOf('use.ts', 'src/index.ts', 'src/testing/tables.ts')).toBe('')
})

test('it imports from public entries of @roster/sdk, and from itself', async () => {
  const files = ['index', 'library', 'errors', 'resources/books', 'resources/event', 'resources/all', 'testing/tables']
  const texts = await Promise.all(files.map((file) => textOf(`src/${file}.ts`)))
  const foreign = texts.flatMap((text) => Array.from(text.matchAll(/from '([^.'][^']*)'/g), ([, name]) => name))
  expect(new Set(foreign)).toEqual(new Set(['@roster/sdk/client', '@roster/sdk/testing']))
})

test('a method sends what its operation takes, and gives what it answers', async () => {
  const book = { id: 'boo_2', title: 'Emma', published: '1815-12-23', pages: 474, genre: 'novel' }
  const { client, sent } = clientOf(json(201, book), json(200, { place: 'shelf', shelf: 4, height: 0.5 }))
  const body = { title: 'Emma', published: '1815-12-23', pages: 474 }
  expect(await client.books.add(body)).toEqual(book)
  expect(await client.books.find('boo/2', { floor: 2 })).toEqual({ place: 'shelf', shelf: 4, height: 0.5 })
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST https://books.example/books',
    'GET https://books.example/books/boo%2F2/whereabouts?floor=2',
  ])
  expect(JSON.parse(sent[0]!.body!)).toEqual(body)
  expect(sent[0]!.headers.get('user-agent')).toBe('library-client/2.1.0')
})

test('a list is walked, a download is read, and a deletion gives nothing', async () => {
  const page = (id: string, next: string | null) =>
    json(200, { data: [{ id }], next_cursor: next, has_more: next !== null })
  const { client, sent } = clientOf(page('boo_1', 'c'), page('boo_2', null), new Response('%PDF-'), json(204, null))
  const ids: string[] = []
  for await (const { id } of client.books.list({ genre: 'poem' })) ids.push(id)
  expect(ids).toEqual(['boo_1', 'boo_2'])
  expect(await new Response(await client.books.scan('boo_1')).text()).toBe('%PDF-')
  expect(await client.books.remove('boo_1', { ifMatch: '"1"' })).toBeUndefined()
  expect(sent.map(({ method, url }) => `${method} ${url.replace('https://books.example', '')}`)).toEqual([
    'GET /books?genre=poem&cursor=',
    'GET /books?genre=poem&cursor=c',
    'GET /books/boo_1/scan',
    'DELETE /books/boo_1',
  ])
  expect(sent[3]!.headers.get('if-match')).toBe('"1"')
})

test('what is begun within another record is read there until it is final', async () => {
  const print = (status: string) => ({ id: 'pri_1', book_id: 'boo_1', status })
  const { client, sent } = clientOf(json(202, print('printing'), { 'retry-after': '0' }), json(200, print('printed')))
  expect(await client.prints.startAndWait('boo_1', { copies: 2 })).toEqual(print('printed'))
  expect(sent.map(({ method, url }) => `${method} ${url.replace('https://books.example', '')}`)).toEqual([
    'POST /books/boo_1/prints?copies=2',
    'GET /books/boo_1/prints/pri_1',
  ])
})

test('a method takes what its path varies by in the order of the path', async () => {
  const text = await textOf('src/resources/prints.ts')
  expect(text).toContain('look(bookId: string, printId: string, query?: PrintsLookQuery, options?: ReadOptions)')
  expect(text).toContain('proof(bookId: string, printId: string, options')
  expect(text).toContain("library.prints.look('boo_01KAJQ7W5M8XV2R4T6Y9B3D501', 'pri_01KAJQ7W5M8XV2R4T6Y9B3D501')")
})

test('what a path varies by has the type of its schema', async () => {
  const { client, sent } = clientOf(json(200, 3))
  expect(await client.subjects.count('poem', 1815, true, 'first', 0.5)).toBe(3)
  expect(sent[0]!.url).toBe('https://books.example/subjects/poem/years/1815/true/first/0.5')
  const text = await textOf('src/resources/subjects.ts')
  expect(text).toMatch(/genre: Genre,\s+year: number,\s+lent: boolean,\s+edition: 'first' \| 2,\s+price: number,/)
  expect(text).toContain("await library.subjects.count('poem', 1815, true, 2, 0.5)")
})

test('what a path varies by may be called as anything, and is sent where it belongs', async () => {
  const { client, sent } = clientOf(json(204, null), json(200, { data: [], next_cursor: null, has_more: false }))
  await client.subjects.shelve('a', 'b', 'c', { query: 'd' }, { order: true })
  for await (const subject of client.subjects.list('e', 'f', { limit: 1 })) expect(subject).toBeUndefined()
  expect(sent.map(({ url }) => url.replace('https://books.example', ''))).toEqual([
    '/subjects/a/b/c?order=true',
    '/subjects/e/f?limit=1&cursor=',
  ])
  expect(JSON.parse(sent[0]!.body!)).toEqual({ query: 'd' })
  expect(await textOf('src/resources/subjects.ts')).toContain('@param class_ - Its class.')
})

test("an error of its own kinds is one of the application's classes", async () => {
  const { client } = clientOf(json(409, { code: 'book-lent', title: 'Book lent', status: 409 }))
  const error = await client.books.get('boo_1').catch((one: unknown) => one)
  expect(error).toBeInstanceOf(library['ConflictError'])
  expect(error).toMatchObject({ status: 409, code: 'book-lent' })
})

test('what is deprecated says so, and every method is in the README', async () => {
  const [, before = ''] = /([\s\S]+)\n {2}count\(options\?/.exec(await textOf('src/resources/books.ts')) ?? []
  expect(before.slice(before.lastIndexOf('/**'))).toContain('@deprecated since 2026-01-01')
  expect(before).toContain("await library.books.order('boo_01KAJQ7W5M8XV2R4T6Y9B3D501', body)")
  const readme = await textOf('README.md')
  for (const name of ['list', 'add', 'get', 'order', 'find', 'count', 'remove', 'scan'])
    expect(readme).toContain(`\`library.books.${name}\``)
  expect(readme.match(/^.*\(deprecated\)/gm)).toEqual([expect.stringContaining('`library.books.count`')])
  expect(readme).toContain('new Library({ apiKey: process.env.LIBRARY_API_KEY })')
})

test('an example has the query parameters that must be given', async () => {
  expect(await textOf('src/resources/books.ts')).toContain(
    "await library.books.quote('boo_01KAJQ7W5M8XV2R4T6Y9B3D501', { page: 1 })",
  )
})

test('the tables of the mock have every operation, error and event', async () => {
  const tables = await place.load('src/testing/tables.ts')
  const { operations, errors, events } = tables['APPLICATION']
  expect(operations.map(({ name }: { name: string }) => name)).toEqual([
    'books.list',
    'books.add',
    'books.get',
    'books.order',
    'books.find',
    'books.quote',
    'books.count',
    'books.remove',
    'books.scan',
    'subjects.get',
    'subjects.all',
    'subjects.count',
    'subjects.shelve',
    'subjects.list',
    'prints.list',
    'prints.start',
    'prints.look',
    'prints.bind',
    'prints.binding',
    'prints.proof',
  ])
  const start = operations.find(({ name }: { name: string }) => name === 'prints.start')
  expect(start.retryAfter).toEqual({ printing: 1 })
  expect(errors['book-lent']).toEqual([409, 'Book lent', 'Somebody else has the book.'])
  expect(Object.keys(events)).toEqual(['book.added', 'book.removed'])
})
