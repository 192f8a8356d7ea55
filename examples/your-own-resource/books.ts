import { type Action, Conditions, existing, implement, listPage, lockById, newId, on } from '@roster/api'
import { Book, BookEntity } from './book.entity.ts'
import { book, books as contract } from './books.contract.ts'

const { list, add, get, lend, update } = contract.operations

type BookAction = Action<{ book_id: string }>
type BookRecord = ReturnType<Book['record']>

const columns = Object.keys(book.shape)
const byId = { name: 'book by id', text: `select ${columns.join(', ')} from books where id = $1` }

export const books = implement(contract, {
  entities: [BookEntity],
  procedures: {
    list: on(list, {
      run: (action) =>
        listPage(
          action,
          { operation: list.name, table: 'books', columns, where: new Conditions('true') },
          (row: BookRecord) => row,
        ),
    }),

    add: on(add, {
      run(action) {
        const { now, time, input } = action
        const record = { id: newId('bok', time), ...input, version: 1, created_at: now, updated_at: now }
        action.transaction.insert(BookEntity, record)
        action.emit('book.added', record, null)
        return record
      },
    }),

    get: on(get, {
      async run({ database, input }) {
        const [row] = await database.query<BookRecord>(byId, [input.book_id])
        return existing(row, 'book')
      },
    }),

    // What `load` finds is locked, and what `run` changes of it is saved.
    lend: on(lend, {
      load: lockBook,
      run(action, target) {
        target.lend(action.now)
        return target.record()
      },
    }),

    // `If-Match` and `version` are checked in between.
    update: on(update, {
      load: lockBook,
      run(action, target) {
        const { title = target.title, copies = target.copies } = action.input
        target.change(title, copies, action.now)
        return target.record()
      },
    }),
  },
})

async function lockBook({ transaction, input }: BookAction): Promise<Book> {
  return existing(await lockById(transaction, Book, input.book_id), 'book')
}
