import { errorKind } from '@roster/core/contract'

export const bookLent = errorKind({
  code: 'book-lent',
  status: 409,
  title: 'Book lent',
  description: 'The book is not on its shelf: somebody has it.',
  remedy: 'Read the book: `whereabouts` says when it is due. Wait until it is back.',
})

export const bookOnShelf = errorKind({
  code: 'book-on-shelf',
  status: 409,
  title: 'Book on its shelf',
  description: 'Nobody has the book, so that nobody can bring it back.',
  remedy: 'Read the book: `whereabouts` says on which shelf it is.',
})
