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

/** What the contract does not tell: pure functions, which the service uses too. */
const rules: Rules = {
  'books.add': add,
  'books.lend': lend,
  'books.checkOut': lend,
  'books.return': giveBack,
  'books.label': label,
  'people.add': requireFreeMail,
  'people.update': requireFreeMail,
}

/** What the mock of the library is made of. */
export const mocked = { ...APPLICATION, rules }

/** The library in memory, for tests of its clients: `new Library({ apiKey: 'test', fetch: mock.fetch })`. */
export const createMock = (settings?: MockSettings): Mock => createMockOf(mocked, settings)
