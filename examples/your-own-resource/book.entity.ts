import { defineEntity, p } from '@mikro-orm/core'
import { Instant, Problem } from '@roster/api'

/** Its columns have the names that go over the wire. */
export const BookEntity = defineEntity({
  name: 'Book',
  tableName: 'books',
  properties: {
    id: p.text().primary().collation('C'),
    title: p.text(),
    copies: p.integer(),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
  },
})

/** A book with the rules of its changes. */
export class Book extends BookEntity.class {
  /** Takes a copy from the shelf. Throws `conflict` when there is none. */
  lend(now: string): void {
    if (this.copies === 0) throw new Problem('conflict', `No copy of "${this.title}" is on the shelf.`)
    this.change(this.title, this.copies - 1, now)
  }

  /** A change that changes nothing leaves the version as it is. */
  change(title: string, copies: number, now: string): void {
    if (title === this.title && copies === this.copies) return
    Object.assign(this, { title, copies, version: this.version + 1, updated_at: now })
  }

  /** What the contract shows of it. */
  record() {
    const { id, title, copies, version, created_at, updated_at } = this
    return { id, title, copies, version, created_at, updated_at }
  }
}

BookEntity.setClass(Book)
