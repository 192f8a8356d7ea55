import { access, coreEntities, openDatabase, type Principal, proceduresOf, router, servicesOf } from '@roster/api'
import { apiKeyInHeader, buildServer } from '@roster/gateway'
import { books } from './books.ts'

const libraryRouter = router(proceduresOf({ books }))

/** What typed clients are made from. */
export type LibraryRouter = typeof libraryRouter

const librarian: Principal = {
  type: 'api_key',
  id: 'librarian',
  name: 'Librarian',
  user_id: null,
  role: 'admin',
  scopes: new Set(),
  owner: null,
  credential: null,
}

export interface LibraryOptions {
  /** Address that links are made from, without a trailing slash. */
  baseUrl: string
  /** The one key that may write. */
  key: string
}

/** A gateway over books, on a database in memory. It does not listen yet. */
export async function buildLibrary({ baseUrl, key }: LibraryOptions) {
  const database = await openDatabase({ directory: undefined }, { entities: [...coreEntities, ...books.entities] })
  await database.orm.schema.create()
  const app = await buildServer({
    name: 'Library',
    router: libraryRouter,
    resources: [books.contract],
    about: { title: 'Library', description: 'Books, and who took them.' },
    mechanisms: [apiKeyInHeader(async (secret) => (secret === key ? librarian : undefined))],
    services: servicesOf(database, { access }),
    baseUrl,
  })
  app.addHook('onClose', () => database.close())
  return app
}
