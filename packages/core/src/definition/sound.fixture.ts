import { Access, exampleId, idSchema, type Operation, operation, resource } from '@roster/core/contract'
import { z } from 'zod'
import { defineApplication } from '../application.ts'
import { coreLedger } from '../data/migrate.ts'
import type { AnyEntity } from '../data/driver.ts'
import { exportsOf } from '../exports/exports.ts'
import { Conditions } from '../data/conditions.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'

export const scopeFor = { keys: 'desk', clients: 'desk', webhooks: 'desk', events: 'see:books', metrics: 'desk' }

export const policy = (given: object = {}): Access =>
  new Access({
    scopes: { 'see:books': 'See books', desk: 'Run the desk' },
    roles: { librarian: { scopes: 'every', records: 'all' } },
    scopeFor,
    ...given,
  } as never)

export const id = idSchema('bok', 'the book')
export const book = z.object({ id }).meta({ id: 'Book', description: 'A book.', examples: [{ id: exampleId('bok') }] })
export const books = { name: 'books', title: 'Books', description: 'Books.', events: {} }
const reads = { summary: 'Get', description: 'One.', scope: 'see:books', output: book }

/** Returns a valid operation, changed by `given`. */
export const get = (given: object = {}): Operation =>
  operation({ method: 'GET', path: '/api/books/{book_id}', params: { book_id: id }, ...reads, ...given })

const procedureOf = (one: Operation) => on(one, { run: () => undefined as never })

/** Returns procedures of operations, by name. */
export const done = (operations: Record<string, Operation>) =>
  Object.fromEntries(Object.entries(operations).map(([name, one]) => [name, procedureOf(one)]))

/** Returns a resource with these operations, by name, and these entities. */
export function having(
  operations: Record<string, Operation>,
  { rest = {}, ...given }: { rest?: Record<string, Operation>; [member: string]: unknown } = {},
  entities: readonly AnyEntity[] = [],
) {
  const contract = resource({ ...books, operations, rest, ...given })
  return implement(contract, { entities, procedures: done(operations), rest: done(rest) })
}

export const exported = {
  table: 'books',
  schema: book,
  filter: {},
  exampleFilter: {},
  select: () => new Conditions('true'),
  words: { plural: 'books', records: 'books' },
}

export const exporting = (kinds: Record<string, typeof exported & { scope?: string }>, given: object = {}) =>
  exportsOf({ basePath: '/api', scope: 'see:books', kinds, ...given })

export const sound = {
  name: 'Library',
  about: { title: 'Library', description: 'Books.' },
  access: policy({
    roles: { librarian: { scopes: 'every', records: 'all' }, reader: { scopes: ['see:books'], records: 'own' } },
  }),
  basePath: '/api',
  account: book,
  findAccount: async () => undefined,
  resources: { books: having({ get: get() }) },
  exports: exporting({ books: exported }),
  ledgers: [coreLedger],
  accountMembers: {},
}

/** Parts that differ from the valid application `sound`. Their types are loose, as in programs without types. */
export type Given = { [Part in keyof typeof sound]?: (typeof sound)[Part] | Readonly<Record<string, unknown>> }

export const define = (given: Given) => () => defineApplication({ ...sound, ...given } as typeof sound)

export const data = z.object({ id }).meta({ examples: [{ id: exampleId('bok') }] })

/** A fault of an application, the parts that differ from `sound`, and the error message. */
export type Refused = readonly [what: string, given: Given, message: string]
