// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type APIPromise,
  type Bytes,
  download,
  type DownloadOptions,
  List,
  type PageBody,
  type Selected,
  type ChangeOptions,
  type ConditionalReadOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from '@roster/sdk/client'

/** A book of a branch. */
export interface Book {
  /** Opaque identifier of the book. At most 64 characters. */
  id: string
  /** Branch of the library. 2 to 32 characters. */
  branch: string
  /** Title of the book. 1 to 200 characters. */
  title: string
  /** Who wrote it. 1 to 200 characters. */
  author: string
  /** How many pages it has. 1 to 100,000. */
  pages: number
  /** When it came out. At most 10 characters. */
  published: string
  whereabouts: Whereabouts
  /** Number of this state; every change adds 1. At least 1. */
  version: number
  /** When the record was made. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When it last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** Where a book is. */
export type Whereabouts = OnShelf | WithReader

/** On its shelf. */
export interface OnShelf {
  /** It can be borrowed. */
  place: 'shelf'
  /** The shelf that it belongs on. At most 8 characters. */
  shelf: string
}

/** With a reader. */
export interface WithReader {
  /** Somebody has it. */
  place: 'reader'
  /** Who borrows it. 1 to 200 characters. */
  borrower: string
  /** When it is to be back. At most 10 characters. */
  due_on: string
  /** The shelf that it belongs on. At most 8 characters. */
  shelf: string
}

/** Query of `books.list`. */
export interface BooksListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'title' | 'pages' | 'published' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /** Only books of this branch. 2 to 32 characters. */
  branch?: string | undefined
  /** Only books of this author. 1 to 200 characters. */
  author?: string | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `books.add`. */
export interface BooksAddBody {
  /** Branch of the library. 2 to 32 characters. */
  branch: string
  /** Title of the book. 1 to 200 characters. */
  title: string
  /** Who wrote it. 1 to 200 characters. */
  author: string
  /** How many pages it has. 1 to 100,000. */
  pages: number
  /** When it came out. At most 10 characters. */
  published: string
  /** The shelf that it belongs on. At most 8 characters. */
  shelf: string
}

/** Body of `books.update`. */
export interface BooksUpdateBody {
  /** Title of the book. 1 to 200 characters. */
  title?: string | undefined
  /** Who wrote it. 1 to 200 characters. */
  author?: string | undefined
  /** How many pages it has. 1 to 100,000. */
  pages?: number | undefined
  /** When it came out. At most 10 characters. */
  published?: string | undefined
  /** The `version` that the change is based on. Where the record has another one by now: 409. At least 1. */
  version?: number | undefined
}

/** Body of `books.lend`. */
export interface BooksLendBody {
  /** Who borrows it. 1 to 200 characters. */
  borrower: string
  /** When it is to be back. At most 10 characters. */
  due_on: string
}

/** Body of `books.checkOut`. */
export interface BooksCheckOutBody {
  /** Who borrows it. 1 to 200 characters. */
  borrower: string
  /** When it is to be back. At most 10 characters. */
  due_on: string
}

/** What the branches lend. */
export class BooksResource extends Resource {
  /**
   * List books.
   *
   * Books, the newest first unless sorted otherwise. Clerks and readers see those of their branch.
   *
   * Needs the scope `read:books`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of library.books.list()) console.log(record)
   */
  list(query?: BooksListQuery & { fields?: undefined }, options?: RequestOptions): List<Book>
  /** Returns records with only the members that `fields` selects. */
  list(query: BooksListQuery, options?: RequestOptions): List<Selected<Book>>
  list(query: BooksListQuery = {}, options: RequestOptions = {}): List<Book> {
    const fetchPage = (page: BooksListQuery) =>
      this.client.request<PageBody<Book>>('GET', '/api/books', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Add a book.
   *
   * Adds a book to a branch, and puts it on a shelf.
   *
   * Needs the scope `write:books`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `ValidationError`: validation-failed.
   *
   * @example
   * await library.books.add({
   *   branch: 'north',
   *   title: 'Notes by the Translator',
   *   author: 'Ada Lovelace',
   *   pages: 66,
   *   published: '1843-09-01',
   *   shelf: 'A-12',
   * })
   */
  add(body: BooksAddBody, options: RequestOptions = {}): APIPromise<Book> {
    return this.client.request<Book>('POST', '/api/books', { body }, options)
  }

  /**
   * Get a book.
   *
   * One book, and where it is.
   *
   * Needs the scope `read:books`.
   *
   * @param bookId - Opaque identifier of the book.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await library.books.get('bok_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(bookId: string, options?: ReadOptions): APIPromise<Book>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(bookId: string, options: ConditionalReadOptions): APIPromise<Book | null>
  get(bookId: string, options: ConditionalReadOptions = {}): APIPromise<Book | null> {
    return this.client.request<Book>('GET', '/api/books/{book_id}', { ids: [bookId] }, options)
  }

  /**
   * Change a book.
   *
   * Changes the members that are sent.
   *
   * Needs the scope `write:books`.
   *
   * @param bookId - Opaque identifier of the book.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: version-conflict.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await library.books.update('bok_01KAJQ7W5M8XV2R4T6Y9B3D501', { pages: 68 })
   */
  update(bookId: string, body: BooksUpdateBody, options: ChangeOptions = {}): APIPromise<Book> {
    return this.client.request<Book>('PATCH', '/api/books/{book_id}', { ids: [bookId], body }, options)
  }

  /**
   * Lend a book.
   *
   * Takes the book from its shelf, for somebody who borrows it.
   *
   * Needs the scope `lend:books`.
   *
   * @param bookId - Opaque identifier of the book.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: book-lent.
   *
   * @example
   * await library.books.lend('bok_01KAJQ7W5M8XV2R4T6Y9B3D501', { borrower: 'Mary Somerville', due_on: '2026-12-24' })
   */
  lend(bookId: string, body: BooksLendBody, options: RequestOptions = {}): APIPromise<Book> {
    return this.client.request<Book>('POST', '/api/books/{book_id}/loans', { ids: [bookId], body }, options)
  }

  /**
   * Check out a book.
   *
   * What `books.lend` does, under its former name.
   *
   * Needs the scope `lend:books`.
   *
   * @param bookId - Opaque identifier of the book.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: book-lent.
   * @deprecated since 2026-09-01; it may be gone from 2027-09-01 on. See https://library.example/news/loans
   *
   * @example
   * await library.books.checkOut('bok_01KAJQ7W5M8XV2R4T6Y9B3D501', { borrower: 'Mary Somerville', due_on: '2026-12-24' })
   */
  checkOut(bookId: string, body: BooksCheckOutBody, options: RequestOptions = {}): APIPromise<Book> {
    return this.client.request<Book>('POST', '/api/books/{book_id}/checkout', { ids: [bookId], body }, options)
  }

  /**
   * Take a book back.
   *
   * Puts the book back on its shelf.
   *
   * Needs the scope `lend:books`.
   *
   * @param bookId - Opaque identifier of the book.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: book-on-shelf.
   *
   * @example
   * await library.books.return('bok_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  return(bookId: string, options: RequestOptions = {}): APIPromise<Book> {
    return this.client.request<Book>('POST', '/api/books/{book_id}/return', { ids: [bookId] }, options)
  }

  /**
   * Withdraw a book.
   *
   * Takes the book out of the library. Its identifier answers 410 for 30 days.
   *
   * Needs the scope `write:books`.
   *
   * @param bookId - Opaque identifier of the book.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await library.books.withdraw('bok_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  withdraw(bookId: string, options: ChangeOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/api/books/{book_id}', { ids: [bookId] }, options)
  }

  /**
   * Download the label of a book.
   *
   * What is stuck to its spine, as a picture.
   *
   * Needs the scope `read:books`.
   *
   * @param bookId - Opaque identifier of the book.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `APIError`: range-not-satisfiable.
   *
   * @example
   * const stream = await library.books.label('bok_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  label(bookId: string, options: DownloadOptions = {}): APIPromise<Bytes> {
    return download(this.client, '/api/books/{book_id}/label', [bookId], options)
  }
}
