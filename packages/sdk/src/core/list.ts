import type { APIResponse, APIPromise } from './response.ts'
import { RosterError } from './errors.ts'

/** Body of a response with one page of a list. */
export interface PageBody<T> {
  data: T[]
  next_cursor: string | null
  has_more: boolean
}

type FetchPage<T> = (cursor: string) => APIPromise<PageBody<T>>

/** One iteration through a list: how to fetch its pages, and the step at which each cursor was received. */
interface Walk<T> {
  fetchPage: FetchPage<T>
  steps: Map<string, number>
}

/** A page of a list. */
export class Page<T> implements PageBody<T> {
  /** The records of this page. */
  readonly data: T[]
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null
  /** Whether another page follows. */
  readonly has_more: boolean
  readonly #walk: Walk<T>
  readonly #step: number

  constructor(body: PageBody<T>, walk: Walk<T>, step: number) {
    if (!Array.isArray(body?.data) || body.next_cursor === undefined)
      throw new RosterError('The answer is no page of a list. Is baseUrl right?')
    this.data = body.data
    this.next_cursor = body.next_cursor
    this.has_more = body.has_more
    this.#walk = walk
    this.#step = step
  }

  /** Fetches the next page; returns null after the last one. Throws a `RosterError` if the service sends a cursor that it has sent before. */
  async nextPage(): Promise<Page<T> | null> {
    const { next_cursor: cursor } = this
    if (cursor === null) return null
    const { steps, fetchPage } = this.#walk
    const step = this.#step + 1
    if ((steps.get(cursor) ?? step) !== step)
      throw new RosterError('The list gave a cursor that it gave before, and would never end. Start it again.')
    steps.set(cursor, step)
    return new Page(await fetchPage(cursor), this.#walk, step)
  }
}

/**
 * A list with cursor pagination. Iterate it for every record, or await it for the first page. No request is sent before that, and pages are fetched as they are
 * needed. Reading to the end neither repeats nor skips records while others change the list. Iterating it again fetches every page again.
 */
export class List<T> implements Promise<Page<T>>, AsyncIterable<T> {
  readonly [Symbol.toStringTag] = 'List'
  readonly #fetchPage: FetchPage<T>
  readonly #start: string
  #first: Promise<APIResponse<Page<T>>> | undefined

  /** `start` is the cursor of the first page. Default: the beginning. */
  constructor(fetchPage: FetchPage<T>, start: string | null = '') {
    this.#fetchPage = fetchPage
    this.#start = start ?? ''
  }

  /**
   * Returns the list of the records that a query selects. The query is copied at once; its member `cursor` names the first page. Throws a `RosterError` if the
   * query is no object.
   */
  static by<T, Query extends object>(
    fetchPage: (query: Query) => APIPromise<PageBody<T>>,
    query: Query,
    cursor: string & keyof Query,
  ): List<T> {
    if (typeof query !== 'object' || query === null || Array.isArray(query))
      throw new RosterError(`The query of the list is ${String(query)}. Pass an object, such as { limit: 20 }.`)
    const { [cursor]: start, ...rest } = query
    return new List((at) => fetchPage({ ...rest, [cursor]: at } as Query), start as string | null | undefined)
  }

  /** Returns the first page with its response. */
  withResponse(): Promise<APIResponse<Page<T>>> {
    return (this.#first ??= this.#fetchFirst())
  }

  async #firstPage(): Promise<Page<T>> {
    return (await this.withResponse()).data
  }

  async #fetchFirst(): Promise<APIResponse<Page<T>>> {
    const { data, ...rest } = await this.#fetchPage(this.#start).withResponse()
    return { ...rest, data: this.#walkFrom(data) }
  }

  /** Returns the first page as the start of a new iteration. */
  #walkFrom(first: PageBody<T>): Page<T> {
    return new Page(first, { fetchPage: this.#fetchPage, steps: new Map([[this.#start, 0]]) }, 0)
  }

  /** Yields every page, from the first. */
  async *pages(): AsyncGenerator<Page<T>, void, void> {
    const first = this.#firstPage()
    this.#first = undefined
    for (let page: Page<T> | null = this.#walkFrom(await first); page; page = await page.nextPage()) yield page
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    // `yield*` would await each record, which costs several times as much.
    for await (const { data } of this.pages()) for (const record of data) yield record
  }

  // oxlint-disable-next-line unicorn/no-thenable -- A list is made to be awaited.
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#firstPage().then(onPage, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
    return this.#firstPage().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Page<T>> {
    return this.#firstPage().finally(onEnd)
  }
}

/** A record with selected members: always the members in `Kept`, by default `id`; other members only if the request named them. */
export type Selected<T, Kept extends keyof T = 'id' & keyof T> = Partial<T> & Pick<T, Kept>
