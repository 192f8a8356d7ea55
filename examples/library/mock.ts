import { createMockOf, type Mock, type MockSettings, Problem, type Rule, type Rules } from '@roster/sdk/testing'
import type { BookRecord } from './books/books.contract.ts'
import { labelOf, lent, onShelf, refusedLoan, refusedReturn } from './books/books.rules.ts'
import { APPLICATION } from './client/src/testing/tables.ts'
import type { PersonRecord } from './people/people.contract.ts'
import { isTaken, MAIL_TAKEN } from './people/people.rules.ts'

const add: Rule<BookRecord, { shelf: string }> = ({ input }) => ({ whereabouts: onShelf(input.shelf) })

const lend: Rule<BookRecord, { borrower: string; due_on: string }> = ({ record, input }) => {
  const refused = refusedLoan(record!)
  if (refused !== undefined) throw new Problem('book-lent', refused)
  return { whereabouts: lent(record!.whereabouts, input) }
}

const giveBack: Rule<BookRecord> = ({ record }) => {
  const refused = refusedReturn(record!)
  if (refused !== undefined) throw new Problem('book-on-shelf', refused)
  return { whereabouts: onShelf(record!.whereabouts.shelf) }
}

const label: Rule<BookRecord> = ({ record }) => ({
  content: labelOf(record!),
  type: 'image/svg+xml',
  name: `${record!.id}.svg`,
})

const requireFreeMail: Rule<PersonRecord> = ({ next, others }) => {
  if (isTaken(next, others)) throw new Problem('mail-taken', MAIL_TAKEN)
}

/** Rules that the mock cannot derive from the contract. Their pure functions are those of the service. */
const rules: Rules = {
  'books.add': add,
  'books.lend': lend,
  'books.checkOut': lend,
  'books.return': giveBack,
  'books.label': label,
  'people.add': requireFreeMail,
  'people.update': requireFreeMail,
}

/** The definition of the library's mock: its generated tables and its rules. */
export const mocked = { ...APPLICATION, rules }

/** Returns an in-memory mock of the library for tests of its clients: `new Library({ apiKey: 'test', fetch: mock.fetch })`. */
export const createMock = (settings?: MockSettings): Mock => createMockOf(mocked, settings)
