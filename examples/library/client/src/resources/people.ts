// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type APIPromise,
  List,
  type PageBody,
  type Selected,
  type ChangeOptions,
  type ConditionalReadOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from '@roster/sdk/client'

/** Somebody who works or reads here. */
export interface Person {
  /** Opaque identifier of the person. At most 64 characters. */
  id: string
  /** Branch of the library. 2 to 32 characters. */
  branch: string
  /** Name of the person. 1 to 200 characters. */
  full_name: string
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  mail: string
  /** What the person does here. */
  post: 'librarian' | 'clerk' | 'reader'
  /** Since when the person has been here. At most 10 characters. */
  joined_on: string
  /** Whether the person may sign in. */
  standing: 'active' | 'suspended'
  /** Number of this state; every change adds 1. At least 1. */
  version: number
  /** When the record was made. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When it last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** Query of `people.list`. */
export interface PeopleListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'full_name' | 'joined_on' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /** Only people of this branch. 2 to 32 characters. */
  branch?: string | undefined
  /** Only who does this. */
  post?: 'librarian' | 'clerk' | 'reader' | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `people.add`. */
export interface PeopleAddBody {
  /** Branch of the library. 2 to 32 characters. */
  branch: string
  /** Name of the person. 1 to 200 characters. */
  full_name: string
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  mail: string
  /** What the person does here. */
  post: 'librarian' | 'clerk' | 'reader'
  /** Since when the person has been here. At most 10 characters. */
  joined_on: string
  /** Whether the person may sign in. Default: active. */
  standing?: 'active' | 'suspended' | undefined
}

/** Body of `people.update`. */
export interface PeopleUpdateBody {
  /** Branch of the library. 2 to 32 characters. */
  branch?: string | undefined
  /** Name of the person. 1 to 200 characters. */
  full_name?: string | undefined
  /** E-mail address, unique among user records whatever its case or notation; kept as typed. At most 254 characters. */
  mail?: string | undefined
  /** What the person does here. */
  post?: 'librarian' | 'clerk' | 'reader' | undefined
  /** Whether the person may sign in. */
  standing?: 'active' | 'suspended' | undefined
  /** The `version` that the change is based on. Where the record has another one by now: 409. At least 1. */
  version?: number | undefined
}

/** Body of `people.setPassword`. */
export interface PeopleSetPasswordBody {
  /**
   * The new password. Common passwords are refused, and so are repetitions of one character or word, and the e-mail
   * address, the name of the user or of the service, each with a few more characters. 12 to 128 characters.
   */
  password: string
}

/** Who works and reads in the branches. */
export class PeopleResource extends Resource {
  /**
   * List people.
   *
   * People, the newest first unless sorted otherwise. Clerks see those of their branch.
   *
   * Needs the scope `read:people`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of library.people.list()) console.log(record)
   */
  list(query?: PeopleListQuery & { fields?: undefined }, options?: RequestOptions): List<Person>
  /** Returns records with only the members that `fields` selects. */
  list(query: PeopleListQuery, options?: RequestOptions): List<Selected<Person>>
  list(query: PeopleListQuery = {}, options: RequestOptions = {}): List<Person> {
    const fetchPage = (page: PeopleListQuery) =>
      this.client.request<PageBody<Person>>('GET', '/api/people', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Add a person.
   *
   * Adds somebody to a branch.
   *
   * Needs the scope `write:people`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: mail-taken.
   *
   * @example
   * await library.people.add({
   *   branch: 'north',
   *   full_name: 'Mary Somerville',
   *   mail: 'mary@example.com',
   *   post: 'reader',
   *   joined_on: '2026-11-21',
   * })
   */
  add(body: PeopleAddBody, options: RequestOptions = {}): APIPromise<Person> {
    return this.client.request<Person>('POST', '/api/people', { body }, options)
  }

  /**
   * Get a person.
   *
   * One person.
   *
   * Needs the scope `read:people`.
   *
   * @param personId - Opaque identifier of the person.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   *
   * @example
   * await library.people.get('psn_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(personId: string, options?: ReadOptions): APIPromise<Person>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(personId: string, options: ConditionalReadOptions): APIPromise<Person | null>
  get(personId: string, options: ConditionalReadOptions = {}): APIPromise<Person | null> {
    return this.client.request<Person>('GET', '/api/people/{person_id}', { ids: [personId] }, options)
  }

  /**
   * Change a person.
   *
   * Changes the members that are sent. Who may do less afterwards is signed out.
   *
   * Needs the scope `write:people`.
   *
   * @param personId - Opaque identifier of the person.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: version-conflict, mail-taken.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await library.people.update('psn_01KAJQ7W5M8XV2R4T6Y9B3D501', { full_name: 'Ada King' })
   */
  update(personId: string, body: PeopleUpdateBody, options: ChangeOptions = {}): APIPromise<Person> {
    return this.client.request<Person>('PATCH', '/api/people/{person_id}', { ids: [personId], body }, options)
  }

  /**
   * Give a password.
   *
   * Gives a person a password to sign in with, and ends the sessions from before.
   *
   * Needs the scope `write:people`.
   *
   * @param personId - Opaque identifier of the person.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   *
   * @example
   * await library.people.setPassword('psn_01KAJQ7W5M8XV2R4T6Y9B3D501', { password: 'correct horse battery staple' })
   */
  setPassword(personId: string, body: PeopleSetPasswordBody, options: RequestOptions = {}): APIPromise<void> {
    return this.client.request<void>('POST', '/api/people/{person_id}/password', { ids: [personId], body }, options)
  }
}
