// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type APIPromise,
  List,
  type PageBody,
  type ChangeOptions,
  type ConditionalReadOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from '@roster/sdk/client'

/** A shelf, and those within it. */
export interface Shelf {
  /** What is written on it. 1 to 200 characters. */
  name: string
  /** In metres. At most 10. */
  height: number
  /** The shelves within it. At most 100 entries. */
  shelves: Shelf[]
}

/** The shelves of a floor. */
export interface Plan {
  /** Opaque identifier of the plan. At most 64 characters. */
  id: string
  /** Branch of the library. 2 to 32 characters. */
  branch: string
  /** The floor; those under the ground are negative. -5 to 50. */
  floor: number
  /** The shelves of the floor. At most 100 entries. */
  shelves: Shelf[]
  /** Number of this state; every change adds 1. At least 1. */
  version: number
  /** When the record was made. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When it last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** Query of `plans.list`. */
export interface PlansListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'floor' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
}

/** Body of `plans.draw`. */
export interface PlansDrawBody {
  /** Branch of the library. 2 to 32 characters. */
  branch: string
  /** The floor; those under the ground are negative. -5 to 50. */
  floor: number
  /** The shelves of the floor. At most 100 entries. */
  shelves: Shelf[]
}

/** Body of `plans.rearrange`. */
export interface PlansRearrangeBody {
  /** The shelves of the floor. At most 100 entries. */
  shelves?: Shelf[] | undefined
  /** The `version` that the change is based on. Where the record has another one by now: 409. At least 1. */
  version?: number | undefined
}

/** Which shelves the floors of the branches have, within each other. */
export class PlansResource extends Resource {
  /**
   * List plans.
   *
   * Plans, the newest first unless sorted otherwise. Clerks and readers see those of their branch.
   *
   * Needs the scope `read:books`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of library.plans.list()) console.log(record)
   */
  list(query: PlansListQuery = {}, options: RequestOptions = {}): List<Plan> {
    const fetchPage = (page: PlansListQuery) =>
      this.client.request<PageBody<Plan>>('GET', '/api/plans', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Draw a plan.
   *
   * Says which shelves a floor has.
   *
   * Needs the scope `write:books`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `ValidationError`: validation-failed.
   *
   * @example
   * await library.plans.draw({
   *   branch: 'north',
   *   floor: 0,
   *   shelves: [{ name: 'Mathematics', height: 2.1, shelves: [{ name: 'A-12', height: 0.35, shelves: [] }] }],
   * })
   */
  draw(body: PlansDrawBody, options: RequestOptions = {}): APIPromise<Plan> {
    return this.client.request<Plan>('POST', '/api/plans', { body }, options)
  }

  /**
   * Get a plan.
   *
   * The shelves of one floor, with all that are within them.
   *
   * Needs the scope `read:books`.
   *
   * @param planId - Opaque identifier of the plan.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   *
   * @example
   * await library.plans.get('pln_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(planId: string, options?: ReadOptions): APIPromise<Plan>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(planId: string, options: ConditionalReadOptions): APIPromise<Plan | null>
  get(planId: string, options: ConditionalReadOptions = {}): APIPromise<Plan | null> {
    return this.client.request<Plan>('GET', '/api/plans/{plan_id}', { ids: [planId] }, options)
  }

  /**
   * Rearrange a floor.
   *
   * Puts other shelves in place of those of the plan.
   *
   * Needs the scope `write:books`.
   *
   * @param planId - Opaque identifier of the plan.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: version-conflict.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await library.plans.rearrange('pln_01KAJQ7W5M8XV2R4T6Y9B3D501', { shelves: [] })
   */
  rearrange(planId: string, body: PlansRearrangeBody, options: ChangeOptions = {}): APIPromise<Plan> {
    return this.client.request<Plan>('PATCH', '/api/plans/{plan_id}', { ids: [planId], body }, options)
  }
}
