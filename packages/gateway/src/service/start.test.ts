import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Conditions, defineApplication, existing, exportsOf, implement, ledgerOf, on } from '@roster/core'
import { Access, exampleId, idSchema, lineOfText, newId, operation, resource } from '@roster/core/contract'
import { coreLedger, openDatabase } from '@roster/core/server'
import { scopes as scopesOfRoster } from '@roster/api'
import { givePassword, PASSWORD } from '@roster/test/passwords'
import { freePort } from '@roster/test/raw-requests'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readSettings } from '../settings/settings.ts'
import { type RunningService, startService } from './start.ts'

// A first start takes seconds, and more on a machine with other work.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const accessSpec = {
  scopes: {
    'see:books': 'See what is on the shelves',
    'shelve:books': 'Put books on the shelves',
    desk: 'Run the desk',
  },
  roles: {
    librarian: { scopes: 'every', records: 'all' },
    reader: { scopes: ['see:books'], records: 'own' },
  },
  scopeFor: { keys: 'desk', clients: 'desk', webhooks: 'desk', events: 'see:books', metrics: 'desk' },
} as const
const access = new Access<string>(accessSpec)

const id = idSchema('bok', 'the book')
const title = lineOfText(1, 200).meta({
  description: 'Title of the book.',
  examples: ['Sketch of the Analytical Engine'],
})
const exampleBook = { id: exampleId('bok'), title: 'Sketch of the Analytical Engine' }
const book = z.object({ id, title }).meta({ id: 'Book', description: 'A book.', examples: [exampleBook] })

const contract = resource({
  name: 'books',
  title: 'Books',
  description: 'What is on the shelves.',
  events: { 'book.shelved': { description: 'A book was put on a shelf.', data: book } },
  operations: {
    shelve: operation({
      method: 'POST',
      path: '/api/books',
      summary: 'Shelve a book',
      description: 'Puts a book on a shelf.',
      scope: 'shelve:books',
      body: { title },
      example: { title: exampleBook.title },
      output: book,
      status: 201,
      location: '/api/books/{id}',
    }),
    get: operation({
      method: 'GET',
      path: '/api/books/{book_id}',
      summary: 'Get a book',
      description: 'One book.',
      scope: 'see:books',
      params: { book_id: id },
      output: book,
    }),
  },
})

const insert = { name: 'new book', text: 'insert into books (id, title, created_at) values ($1, $2, $3)' }
const byId = { name: 'book by id', text: 'select id, title from books where id = $1' }

const books = implement(contract, {
  entities: [],
  procedures: {
    shelve: on(contract.operations.shelve, {
      async run(action) {
        const record = { id: newId('bok', action.time), title: action.input.title }
        await action.transaction.query(insert, [record.id, record.title, action.now])
        action.emit('book.shelved', record, null)
        return record
      },
    }),
    get: on(contract.operations.get, {
      async run({ database, input }) {
        const [row] = await database.query<z.output<typeof book>>(byId, [input.book_id])
        return existing(row, 'book')
      },
    }),
  },
})

const member = z
  .object({ id: idSchema('mem', 'the member'), name: title })
  .meta({ id: 'Member', description: 'A member.', examples: [{ id: exampleId('mem'), name: 'Ada Lovelace' }] })

const memberById = { name: 'member by card', text: 'select card as id, full_name as name from members where card = $1' }

/** Another application than Roster, with scopes, roles, paths and a table of its own. */
const libraryAt = (basePath: string, rules = access) =>
  defineApplication({
    name: 'Library',
    keyPrefix: 'lib',
    about: { title: 'Library', description: 'Books, and where they stand.' },
    access: rules,
    basePath,
    account: member,
    async findAccount({ database }, card) {
      const [found] = await database.query<z.output<typeof member>>(memberById, [card])
      return found
    },
    resources: { books },
    exports: exportsOf({
      basePath: '/api',
      scope: 'see:books',
      kinds: {
        books: {
          table: 'books',
          schema: book,
          filter: {},
          exampleFilter: {},
          select: () => new Conditions('true'),
          words: { plural: 'books', records: 'books' },
        },
      },
    }),
    ledgers: [coreLedger, ledgerOf(new URL('start.migrations/', import.meta.url))],
  })
const library = libraryAt('/api')

/** Leaves an export as a process does that is killed while it makes one. */
async function leaveLease(directory: string): Promise<void> {
  const database = await openDatabase({ directory }, { name: 'library', entities: [] })
  await database.query({
    text: "update exports set status = 'running', lease = 'x', leased_until = now() + interval '1 hour'",
  })
  await database.close()
}

describe('another application is served by its own name', () => {
  let port: number
  let directory: string
  let service: RunningService
  let key: string
  beforeAll(async () => {
    port = await freePort()
    directory = await mkdtemp(join(tmpdir(), 'library-'))
    service = await start()
    key = service.firstKey!
  })
  afterAll(async () => {
    await service.stop()
    await rm(directory, { recursive: true, force: true })
  })

  function start() {
    const environment = {
      PORT: String(port),
      LOG_LEVEL: 'silent',
      LIBRARY_DATA_DIR: join(directory, 'data'),
      LIBRARY_PUBLIC_URL: 'https://library.example',
    }
    return startService(library, readSettings(library.naming, environment))
  }

  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)

  test('its first key may do all that its own scopes allow, at its own paths', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const made = await ask('/api/books', { method: 'POST', headers, body: JSON.stringify({ title: 'Notes' }) })
    const record = (await made.json()) as z.output<typeof book>
    expect([made.status, made.headers.get('location')]).toEqual([201, `https://library.example/api/books/${record.id}`])
    const read = await ask(`/api/books/${record.id}`, { headers })
    expect([read.status, await read.json()]).toEqual([200, record])
    const me = await ask('/api/me', { headers })
    expect(await me.json()).toMatchObject({ role: 'librarian', scopes: ['see:books', 'shelve:books', 'desk'] })
    expect((await ask('/v1/users', { headers })).status).toBe(404)
  })

  test('its members sign in, whatever table they are in, and see the records of whom its view names', async () => {
    const { database } = service
    await database.query({
      text: "insert into members values ('m1', 'Ada Lovelace', 'Ada@example.com', 'reader', 'north')",
    })
    await givePassword(database, ['m1'])
    const made = await ask('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@EXAMPLE.com', password: PASSWORD }),
    })
    expect([made.status, await made.json()]).toMatchObject([201, { user: { id: 'm1', name: 'Ada Lovelace' } }])
    const cookie = made.headers.get('set-cookie')!.split(';')[0]!
    const me = await ask('/api/me', { headers: { cookie } })
    expect(await me.json()).toMatchObject({ role: 'reader', scopes: ['see:books'], user: { id: 'm1' } })
    const found = await database.query({ text: 'select owner from accounts where id = $1' }, ['m1'])
    expect(found).toEqual([{ owner: 'north' }])
  })

  test('it could have no operations where the gateway serves something else', () => {
    const routes = service.app.printRoutes({ commonPrefix: false })
    const firsts = [...routes.matchAll(/^ {4}[├└]── ([^/ ]+)/gm)].map(([, first]) => `/${first}`)
    expect(firsts).toContain('/docs')
    const refused = firsts.filter((first) => !['/api', '/*'].includes(first))
    for (const first of refused)
      expect(() => libraryAt(first)).toThrow(`The \`basePath\` of the application is "${first}", which the gateway`)
  })

  test('its records are exported at its own paths', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const asked = await ask('/api/exports', { method: 'POST', headers, body: JSON.stringify({ format: 'csv' }) })
    const { id: exported } = (await asked.json()) as { id: string }
    expect([asked.status, asked.headers.get('location')]).toEqual([
      202,
      `https://library.example/api/exports/${exported}`,
    ])
    await vi.waitFor(async () => {
      const read = await ask(`/api/exports/${exported}`, { headers })
      expect(await read.json()).toMatchObject({ status: 'succeeded', progress: { done: 1, total: 1 } })
    }, 20_000)
    const file = await ask(`/api/exports/${exported}/file`, { headers })
    expect(await file.text()).toMatch(/^id,title\r\nbok_\w+,Notes\r\n$/)
  })

  test('its challenges name its realm', async () => {
    const refused = await ask('/api/books/bok_1')
    const challenges = refused.headers.get('www-authenticate')!
    expect(refused.status).toBe(401)
    expect(challenges.match(/\w+ realm="\w+"/g)).toEqual([
      'Bearer realm="library"',
      'DPoP realm="library"',
      'ApiKey realm="library"',
    ])
    expect((await refused.json()) as object).toMatchObject({ type: 'https://library.example/errors/unauthenticated' })
  })

  test('its document has its title, its scopes and its cookie, and nothing that Roster lets callers do', async () => {
    const text = await (await ask('/openapi.json')).text()
    const { info, paths, components } = JSON.parse(text)
    expect(info.title).toBe('Library')
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/books', '/api/books/{book_id}', '/api/me']))
    expect(Object.keys(components.securitySchemes.oauth2.flows.clientCredentials.scopes)).toEqual([
      ...access.scopeNames,
    ])
    expect(components.securitySchemes.session.name).toBe('__Host-library_session')
    expect(Object.keys(scopesOfRoster).filter((scope) => text.includes(scope))).toEqual([])
  })

  test.each(['/docs', '/docs/events', '/errors', '/errors/not-found'])('the title of %s names it', async (path) => {
    const page = await (await ask(path)).text()
    expect(page).toMatch(/<title>[^<]* · Library<\/title>/)
    expect(page).not.toMatch(/roster/i)
  })

  test('it stops, and goes on at the next start where it was', async () => {
    await service.stop()
    await expect(ask('/livez')).rejects.toThrow('fetch failed')
    await leaveLease(join(directory, 'data'))
    service = await start()
    expect(await service.database.query({ text: "select id from exports where lease = 'x'" })).toEqual([])
    expect(service.firstKey).toBeUndefined()
    expect((await ask('/api/me', { headers: { 'x-api-key': key } })).status).toBe(200)
  })
})

test('a service that cannot listen says so, and leaves its directory to the next start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'library-'))
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const environment = { LOG_LEVEL: 'silent', LIBRARY_DATA_DIR: join(directory, 'data') }
  const startWith = (ports: Record<string, string>) =>
    startService(library, readSettings(library.naming, { PORT: '0', ...environment, ...ports }))

  for (const setting of ['PORT', 'LIBRARY_METRICS_PORT'])
    await expect(startWith({ [setting]: String(port) })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use by another process. Stop that process, or give this one another port with ${setting}.`,
    )
  busy.close()
  const service = await startWith({})
  expect(service.firstKey).toMatch(/^libk_/)
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})

test('its first key may grant a scope that the application gains', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'library-'))
  const environment = { PORT: '0', LOG_LEVEL: 'silent', LIBRARY_DATA_DIR: join(directory, 'data') }
  const startWith = (application: typeof library) =>
    startService(application, readSettings(library.naming, environment))
  const first = await startWith(library)
  await first.stop()
  const scopes = { ...accessSpec.scopes, 'burn:books': 'Burn books' }
  const service = await startWith(libraryAt('/api', new Access<string>({ ...accessSpec, scopes })))
  const headers = { 'x-api-key': first.firstKey!, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Fireman', role: 'librarian', scopes: ['burn:books'] })
  const made = await fetch(`${service.url}/api/api-keys`, { method: 'POST', headers, body })
  expect(made.status).toBe(201)
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})

test('a service whose tables are not what it works with says so, and does not start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'library-'))
  const environment = { PORT: '0', LOG_LEVEL: 'silent', LIBRARY_DATA_DIR: join(directory, 'data') }
  const { kinds } = library.exported
  const exported = {
    ...library.exported,
    kinds: { books: { ...kinds['books']!, table: 'shelves' } },
  } as typeof library.exported
  await expect(startService({ ...library, exported }, readSettings(library.naming, environment))).rejects.toThrow(
    'There is no table "shelves", which the export of books needs. Make it in a migration of the application.',
  )
  await rm(directory, { recursive: true, force: true })
})

test('a service that fails while it is built says why, and leaves its directory to the next start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'library-'))
  const environment = { PORT: '0', LOG_LEVEL: 'silent', LIBRARY_DATA_DIR: join(directory, 'data') }
  const settings = { ...readSettings(library.naming, environment), TLS_CERT: directory, TLS_KEY: directory }
  for (const _ of ['once', 'again']) {
    const begun = performance.now()
    await expect(startService(library, settings)).rejects.toThrow('EISDIR')
    expect(performance.now() - begun).toBeLessThan(60_000)
  }
  await rm(directory, { recursive: true, force: true })
})
