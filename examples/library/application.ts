import { defineApplication, exportsOf, ledgerOf } from '@roster/core'
import { coreLedger } from '@roster/core/server'
import { access } from './access.ts'
import { book, bookFilter } from './books/books.contract.ts'
import { books, booksOf } from './books/books.ts'
import { person, personFilter } from './people/people.contract.ts'
import { people, peopleOf, readPerson } from './people/people.ts'
import { personRecord } from './people/person.entity.ts'
import { plans } from './plans/plans.ts'

/** The application: a library with branches. */
export const application = defineApplication({
  name: 'Library',
  keyPrefix: 'lib',
  about: { title: 'Library', description: 'Books, the shelves they stand on, and the people of the branches.' },
  access,
  basePath: '/api',
  account: person,
  accountMembers: { name: 'full_name', email: 'mail', role: 'post', owner: 'branch', status: 'standing' },
  async findAccount({ database }, id) {
    const found = await readPerson(database, id)
    return found && personRecord(found)
  },
  resources: { books, plans, people },
  exports: exportsOf({
    basePath: '/api',
    scope: 'read:people',
    kinds: {
      books: {
        scope: 'read:books',
        table: 'books',
        schema: book,
        filter: bookFilter,
        exampleFilter: { branch: 'north' },
        select: booksOf,
        words: { plural: 'books', records: 'books' },
      },
      people: {
        table: 'people',
        schema: person,
        filter: personFilter,
        exampleFilter: { post: 'clerk' },
        select: peopleOf,
        words: { plural: 'people', records: 'people' },
      },
    },
  }),
  ledgers: [coreLedger, ledgerOf(new URL('migrations/', import.meta.url))],
})

export type LibraryRouter = typeof application.router
