import { createHash } from 'node:crypto'
import {
  type Action,
  columnList,
  type Conditions,
  implement,
  listPage,
  lockById,
  on,
  onFile,
  present,
  type StoredFile,
} from '@roster/core'
import { isId } from '@roster/core/contract'
import { ofBranch, seenBy } from '../branch.ts'
import { Book, BookEntity, bookRecord, newBook } from './book.entity.ts'
import { book, books as contract, type BookRecord } from './books.contract.ts'
import { labelOf } from './books.rules.ts'

const { list, add, get, update, lend, checkOut, return: giveBack, withdraw } = contract.operations

const columns = Object.keys(book.shape)

// `load` returns a locked row. The core then checks `If-Match` and `version`, calls `run`, and saves the changes of the row.
const lending = {
  load: lockBook,
  run(action: Action<{ borrower: string; due_on: string }>, target: Book) {
    target.lend(action.input, action.now)
    return emitted(action, 'book.lent', target)
  },
}

export const books = implement(contract, {
  entities: [BookEntity],
  procedures: {
    list: on(list, {
      run(action) {
        const where = booksOf(action.input, action.principal.owner)
        return listPage(action, { operation: list.name, table: 'books', columns, where }, bookRecord)
      },
    }),

    add: on(add, {
      run(action) {
        const record = newBook(action.input, action.time)
        action.transaction.insert(BookEntity, { ...record, deleted_at: null })
        action.emit('book.added', record, record.branch)
        return record
      },
    }),

    get: on(get, { run: findBook }),

    update: on(update, {
      load: lockBook,
      run(action, target) {
        const { title, author, pages, published } = action.input
        const isChanged = target.change({ title, author, pages, published }, action.now)
        return isChanged ? emitted(action, 'book.updated', target) : target.record()
      },
    }),

    lend: on(lend, lending),
    checkOut: on(checkOut, lending),

    return: on(giveBack, {
      load: lockBook,
      run(action, target) {
        target.return(action.now)
        return emitted(action, 'book.returned', target)
      },
    }),

    withdraw: on(withdraw, {
      load: lockBook,
      run(action, target) {
        target.withdraw(action.now)
        emitted(action, 'book.withdrawn', target)
      },
    }),
  },
  files: { label: onFile(contract.files.label, findLabel) },
})

/** Returns the conditions for books that match a filter. `owner` is the branch that the caller sees; null means all branches. */
export function booksOf(
  filter: { branch?: string | undefined; author?: string | undefined },
  owner: string | null,
): Conditions {
  return ofBranch(owner, '"deleted_at" is null').andEqual('branch', filter.branch).andEqual('author', filter.author)
}

type OnBook = Action<{ book_id: string }>

const byId = { name: 'book by id', text: `select ${columnList(BookEntity)} from books where id = $1` }

async function findBook({ database, principal, input, time }: OnBook): Promise<BookRecord> {
  const [row] = isId('bok', input.book_id)
    ? await database.query<BookRecord & { deleted_at: string | null }>(byId, [input.book_id])
    : []
  return bookRecord(present(seenBy(principal, row), 'book', time))
}

async function lockBook({ transaction, principal, input, time }: OnBook): Promise<Book> {
  const row = isId('bok', input.book_id) ? await lockById(transaction, Book, input.book_id) : null
  return present(seenBy(principal, row), 'book', time)
}

function emitted(action: Action<unknown>, event: string, target: Book): BookRecord {
  const record = target.record()
  action.emit(event, record, record.branch)
  return record
}

async function findLabel(action: OnBook): Promise<StoredFile> {
  const found = await findBook(action)
  const bytes = Buffer.from(labelOf(found))
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType: 'image/svg+xml',
    filename: `${found.id}.svg`,
    lastModified: found.updated_at,
    async *read(start, end) {
      yield bytes.subarray(start, end)
    },
  }
}
