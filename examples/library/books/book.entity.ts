import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '@roster/core'
import { newId, Problem } from '@roster/core/contract'
import type { BookRecord, Whereabouts } from './books.contract.ts'
import { bookLent, bookOnShelf } from './books.errors.ts'
import { lent, onShelf, refusedLoan, refusedReturn } from './books.rules.ts'

/** The table of books. Its columns have the names of the members in JSON. */
export const BookEntity = defineEntity({
  name: 'Book',
  tableName: 'books',
  properties: {
    id: p.text().primary().collation('C'),
    branch: p.text(),
    title: p.text().collation('C'),
    author: p.text(),
    pages: p.integer(),
    published: p.date(),
    whereabouts: p.json<Whereabouts>().columnType('json'),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    deleted_at: p.type(Instant).strictNullable(),
  },
  indexes: [{ name: 'books_by_branch', properties: ['branch', 'created_at', 'id'] }],
})

type Change = { [Member in 'title' | 'author' | 'pages' | 'published']?: BookRecord[Member] | undefined }

/** A book with the rules of its changes. */
export class Book extends BookEntity.class {
  /** Changes the given members. Returns false, and does not change the book, when no value differs. */
  change(change: Change, now: string): boolean {
    const { title, author, pages, published } = { ...this.record(), ...defined(change) }
    const next = { title, author, pages, published }
    const names = Object.keys(next) as (keyof typeof next)[]
    if (names.every((name) => next[name] === this[name])) return false
    become(this, next, now)
    return true
  }

  /** Lends the book. Throws `book-lent` when it is lent already. */
  lend(loan: { borrower: string; due_on: string }, now: string): void {
    const refused = refusedLoan(this)
    if (refused !== undefined) throw new Problem(bookLent, refused)
    become(this, { whereabouts: lent(this.whereabouts, loan) }, now)
  }

  /** Puts the book back on its shelf. Throws `book-on-shelf` when it is not lent. */
  return(now: string): void {
    const refused = refusedReturn(this)
    if (refused !== undefined) throw new Problem(bookOnShelf, refused)
    become(this, { whereabouts: onShelf(this.whereabouts.shelf) }, now)
  }

  withdraw(now: string): void {
    this.deleted_at = now
  }

  record(): BookRecord {
    return bookRecord(this)
  }
}

BookEntity.setClass(Book)

function become(target: Book, members: Partial<BookRecord>, now: string): void {
  Object.assign(target, members, { version: target.version + 1, updated_at: now })
}

/** Returns the record of a new book on its shelf. `time` is in milliseconds. */
export function newBook(
  { shelf, ...members }: Pick<BookRecord, 'branch' | 'title' | 'author' | 'pages' | 'published'> & { shelf: string },
  time: number,
): BookRecord {
  const now = new Date(time).toISOString()
  return {
    id: newId('bok', time),
    ...members,
    whereabouts: onShelf(shelf),
    version: 1,
    created_at: now,
    updated_at: now,
  }
}

/** Returns the members of a row that the contract has, without columns such as `deleted_at`. */
export function bookRecord(row: BookRecord): BookRecord {
  const { id, branch, title, author, pages, published, whereabouts, version, created_at, updated_at } = row
  return { id, branch, title, author, pages, published, whereabouts, version, created_at, updated_at }
}

function defined<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
