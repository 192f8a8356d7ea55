import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { startScript } from '@roster/test/live'
import { killAll } from '@roster/test/process'
import { freePort } from '@roster/test/raw-requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LibraryRouter } from './library.ts'

const KEY = 'the-librarian'

let url: string
beforeAll(async () => {
  const PORT = String(await freePort())
  const library = startScript('examples/your-own-resource/main.ts', { PORT, LIBRARY_KEY: KEY })
  await library.written(/The library is open/)
  url = `http://localhost:${PORT}`
})
afterAll(killAll)

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const init = { method, headers: { 'x-api-key': KEY, ...type, ...headers } }
  const response = await fetch(url + path, body ? { ...init, body: JSON.stringify(body) } : init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
  }
}

const add = async (title: string, copies = 1) => (await call('POST', '/v1/books', { title, copies })).body

test('a book is added, read, lent, and read only when it has changed', async () => {
  const added = await call('POST', '/v1/books', { title: 'Sketch of the Analytical Engine', copies: 1 })
  expect(added).toMatchObject({
    status: 201,
    body: { title: 'Sketch of the Analytical Engine', copies: 1, version: 1 },
  })
  expect(added.headers.get('location')).toBe(`${url}/v1/books/${added.body.id}`)

  const read = await call('GET', `/v1/books/${added.body.id}`)
  expect(read.body).toEqual(added.body)
  const etag = read.headers.get('etag')!
  expect(etag).toBe(added.headers.get('etag'))
  expect(await call('GET', `/v1/books/${added.body.id}`, undefined, { 'if-none-match': etag })).toMatchObject({
    status: 304,
    body: '',
  })

  expect(await call('POST', `/v1/books/${added.body.id}/loans`)).toMatchObject({
    status: 200,
    body: { copies: 0, version: 2 },
  })
  expect(await call('GET', `/v1/books/${added.body.id}`, undefined, { 'if-none-match': etag })).toMatchObject({
    status: 200,
  })
  expect(await call('POST', `/v1/books/${added.body.id}/loans`)).toMatchObject({
    status: 409,
    body: { code: 'conflict', detail: 'No copy of "Sketch of the Analytical Engine" is on the shelf.' },
  })
})

test('a lost update is refused', async () => {
  const { id } = await add('On Computable Numbers')
  const { headers } = await call('GET', `/v1/books/${id}`)
  const ifMatch = { 'if-match': headers.get('etag')! }
  expect(await call('PATCH', `/v1/books/${id}`, { copies: 2 }, ifMatch)).toMatchObject({ status: 200 })
  expect(await call('PATCH', `/v1/books/${id}`, { copies: 3 }, ifMatch)).toMatchObject({ status: 412 })
  expect(await call('PATCH', `/v1/books/${id}`, { copies: 3, version: 1 })).toMatchObject({ status: 409 })
})

test('a repeated POST has one effect', async () => {
  const once = () => call('POST', '/v1/books', { title: 'Only once', copies: 1 }, { 'idempotency-key': 'donation-1' })
  const [first, second] = [await once(), await once()]
  expect([second.status, second.body]).toEqual([201, first.body])
  expect(second.headers.get('idempotent-replayed')).toBe('true')
})

test('everybody may read, by cursor, and nobody may write without a key', async () => {
  for (const title of ['A', 'B', 'C']) await add(title)
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await fetch(`${url}/v1/books?sort=title&order=asc&limit=2&cursor=${cursor}`)
    const { data, next_cursor } = (await response.json()) as { data: { title: string }[]; next_cursor: string | null }
    pages.push(data.map(({ title }) => title))
    cursor = next_cursor
  }
  expect(pages.every(({ length }) => length <= 2)).toBe(true)
  const titles = pages.flat()
  expect(titles.slice(0, 3)).toEqual(['A', 'B', 'C'])
  expect(new Set(titles).size).toBe(titles.length)
  expect(await call('POST', '/v1/books', { title: 'D', copies: 1 }, { 'x-api-key': 'wrong' })).toMatchObject({
    status: 401,
    body: { type: `${url}/errors/unauthenticated` },
  })
})

test('the same procedures are typed over tRPC, with the same problems', async () => {
  const library = createTRPCClient<LibraryRouter>({
    links: [httpBatchLink({ url: `${url}/trpc`, headers: { 'x-api-key': KEY } })],
  })
  const book = await library.books.add.mutate({ title: 'Compilers', copies: 2 })
  expect(await library.books.get.query({ book_id: book.id })).toEqual(book)
  await expect(library.books.get.query({ book_id: 'bok_0' })).rejects.toMatchObject({
    data: { problem: { status: 404, code: 'not-found' } },
  })
})

test('the document and the pages follow from the contract, and know nothing of other resources', async () => {
  const { body } = await call('GET', '/openapi.json')
  expect(body.info).toMatchObject({ title: 'Library', description: 'Books, and who took them.' })
  expect(Object.keys(body.paths)).toEqual(['/v1/books', '/v1/books/{book_id}', '/v1/books/{book_id}/loans'])
  expect(Object.keys(body.webhooks)).toEqual(['book.added'])
  expect(Object.keys(body.components.schemas).sort()).toEqual([
    'Actor',
    'Book',
    'BookAddedEvent',
    'BookCursorPage',
    'BookPage',
    'BooksAddBody',
    'BooksUpdateBody',
    'Fault',
    'Pagination',
    'Problem',
    'SelectedBook',
  ])
  expect(Object.keys(body.components.securitySchemes)).toEqual(['apiKey'])
  expect(await call('GET', '/errors/version-conflict')).toMatchObject({ status: 200 })
  expect(await call('GET', '/readyz')).toMatchObject({ status: 200 })
  expect(await call('GET', '/.well-known/oauth-protected-resource')).toMatchObject({ status: 404 })
  expect(await call('DELETE', '/v1/books')).toMatchObject({ status: 405 })
})
