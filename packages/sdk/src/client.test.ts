import { readFile } from 'node:fs/promises'
import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { expect, test } from 'vitest'
import { APIError, Client, type ClientOptions, type ErrorClassOf, type Product } from './client.ts'

const PRODUCT: Product = { name: 'Library', userAgent: 'library-client/1.0.0', baseUrl: 'https://books.example' }

test('a client of another API says what it is, and finds its own service', async () => {
  const { fetch, sent } = scriptedFetch(json(200, { id: 'boo_1' }))
  await new Client({ apiKey: 'k', fetch }, PRODUCT).request('GET', '/books/{book_id}', { ids: ['boo_1'] })
  expect(sent[0]!.url).toBe('https://books.example/books/boo_1')
  expect(sent[0]!.headers.get('user-agent')).toBe('library-client/1.0.0')
  expect(() => new Client(undefined as unknown as ClientOptions, PRODUCT)).toThrow(/Write: new Library\(/)
})

test('numbers and booleans fill a path as the text that services read them from, and what is no such text is refused', async () => {
  const { fetch, sent } = scriptedFetch(json(200, {}))
  const library = new Client({ apiKey: 'k', fetch }, PRODUCT)
  await library.request('GET', '/books/{year}/{price}/{lent}', { ids: [-1815, 0.5, false] })
  expect(sent[0]!.url).toBe('https://books.example/books/-1815/0.5/false')
  for (const year of [Number.NaN, Infinity, 1e21, 1e-7])
    await expect(library.request('GET', '/books/{year}', { ids: [year] })).rejects.toThrow(
      `year is ${year}, which cannot name a record. Pass its identifier.`,
    )
})

test('a token is asked for in the name of the same client', async () => {
  const { fetch, sent } = scriptedFetch(json(200, { access_token: 't', token_type: 'Bearer' }), json(200, {}))
  const credential = { clientCredentials: { clientId: 'a', clientSecret: 'b' } }
  await new Client({ ...credential, fetch }, PRODUCT).request('GET', '/books')
  expect(sent.map(({ headers }) => headers.get('user-agent'))).toEqual(Array(2).fill('library-client/1.0.0'))
})

test('errors can have the codes of another API, and are the same classes', () => {
  const Typed: ErrorClassOf<APIError, 'book-lent'> = APIError as never
  const error: unknown = new Typed(new Response('', { status: 409 }), {}, 'GET /books')
  const codeOf = (one: unknown): 'book-lent' | undefined => (one instanceof Typed ? one.code : undefined)
  expect(error).toBeInstanceOf(APIError)
  expect(codeOf(error)).toBeUndefined()
})

test('every name of the entry that generated clients import from is explained', async () => {
  const entry = await readFile(new URL('client.ts', import.meta.url), 'utf8')
  const names = [...entry.matchAll(/\{([^}]+)\} from '(.+)'/g)].flatMap(([, list = '', module = '']) =>
    list.split(',').flatMap((name) => (name.trim() ? [[name.trim().replace('type ', ''), module] as const] : [])),
  )
  expect(names.length).toBeGreaterThan(40)
  const explained = await Promise.all(
    names.map(async ([name, module]) =>
      new RegExp(String.raw`\*/\nexport (?:async )?(?:class|interface|type|function|const) ${name}\b`).test(
        await readFile(new URL(module, import.meta.url), 'utf8'),
      ),
    ),
  )
  expect(names.filter((_, index) => !explained[index])).toEqual([])
})
