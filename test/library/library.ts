import { application } from '@roster/examples/library'
import { createMock } from '@roster/examples/library/mock'
import { migratedDatabase } from '../support/database.ts'
import { exampleInput } from '../support/examples.ts'
import { operationsOf } from '../support/protocols.ts'
import type { Insider, Subject } from '../support/subject.ts'

const operations = operationsOf(application)
const exampleOf = (name: string) => operations.get(name)!.example as object
const THERE = { branch: 'south' }

/** Somebody in a branch where nothing of the examples is. */
const insider = (role: string): Insider => ({
  role,
  async join(call) {
    const mail = `${role}@example.com`
    const members = { ...THERE, full_name: 'Somebody', mail, post: role, joined_on: '2026-03-01' }
    const { body } = await call('people.add', members)
    return { id: body.id, email: mail }
  },
  async own(call, { id: person_id }, operation) {
    const { body: book } = await call('books.add', { ...exampleOf('books.add'), ...THERE })
    if (operation.name === 'books.return') await call('books.lend', { book_id: book.id, ...exampleOf('books.lend') })
    const { body: plan } = await call('plans.draw', { ...exampleOf('plans.draw'), ...THERE })
    return { book_id: book.id, plan_id: plan.id, person_id }
  },
})

/** The library of the examples, for the suites. */
export const library: Subject = {
  application,
  open: () => migratedDatabase(application),
  administrator: 'root@example.com',
  async complete(call, operation) {
    const root = { branch: 'north', full_name: 'Root', mail: 'root@example.com', post: 'librarian' }
    await call('people.add', { ...root, joined_on: '2026-03-01' })
    // The record was put into the database as it is shown: a change of it adds what makes its address known.
    await call('people.update', { ...exampleInput(operations.get('people.get')!), full_name: 'Ada' })
    if (operation?.name === 'books.return')
      await call('books.lend', { ...exampleInput(operation), ...exampleOf('books.lend') })
  },
  insiders: [insider('clerk'), insider('reader')],
  cast: {
    account: 'person_id',
    email: 'ada@example.com',
    async make(call, operation) {
      const ada = { branch: 'north', full_name: 'Ada', mail: 'ada@example.com', post: 'librarian' }
      const { body: person } = await call('people.add', { ...ada, joined_on: '2026-03-01' })
      const { body: book } = await call('books.add', exampleOf('books.add'))
      if (operation?.name === 'books.return') await call('books.lend', { book_id: book.id, ...exampleOf('books.lend') })
      const { body: plan } = await call('plans.draw', exampleOf('plans.draw'))
      return { person_id: person.id, book_id: book.id, plan_id: plan.id }
    },
  },
  createMock,
}
