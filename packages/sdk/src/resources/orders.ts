// Written from the contract by `npm run generate:sdk`.

import type { APIPromise } from '../core/response.ts'
import { List, type PageBody, type Selected } from '../core/list.ts'
import type { ChangeOptions, ConditionalReadOptions, ReadOptions, RequestOptions } from '../core/options.ts'
import { Resource } from '../core/resource.ts'

/** One position of an order. */
export interface OrderItem {
  /** Stock-keeping unit. 1 to 64 characters. */
  sku: string
  /** What it is. 1 to 200 characters. */
  name: string
  /** How many. 1 to 10,000. */
  quantity: number
  /** Price of one, in minor units. 0 to 99,999,999,999. */
  unit_amount: number
}

/** An order of a user. */
export interface Order {
  /** Opaque identifier of the order. At most 64 characters. */
  id: string
  /** Opaque identifier of the user who ordered. At most 64 characters. */
  user_id: string
  /** Unique number for people. At most 64 characters. */
  number: string
  /** Where the order stands. */
  status: 'pending' | 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'refunded'
  /** Currency of every amount (ISO 4217). Exactly 3 characters. */
  currency: string
  /** Sum of the items, in minor units. */
  total_amount: number
  /** What was ordered. 1 to 100 entries. */
  items: OrderItem[]
  /** Number of this state of the record; every change adds 1. At least 1. */
  version: number
  /** When the order was placed. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When the order last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** Query of `orders.list`. */
export interface OrdersListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'number' | 'total_amount' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /** Only orders with this status. */
  status?: 'pending' | 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'refunded' | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `orders.create`. */
export interface OrdersCreateBody {
  /** Currency of every amount (ISO 4217). Exactly 3 characters. */
  currency: string
  /** What is ordered. 1 to 100 entries. */
  items: OrderItem[]
}

/** Body of `orders.update`. */
export interface OrdersUpdateBody {
  /** Where the order stands. */
  status?: 'pending' | 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'refunded' | undefined
  /** The `version` this change is based on. If the order has another one by now: 409 `version-conflict`. At least 1. */
  version?: number | undefined
}

/** What users ordered, and where each order stands. */
export class OrdersResource extends Resource {
  /**
   * List orders.
   *
   * Orders of one user, newest first unless sorted otherwise. A viewer sees its own.
   *
   * Needs the scope `read:orders`.
   *
   * @param userId - Opaque identifier of the user.
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * for await (const record of roster.orders.list('usr_01KAJQ7W5M8XV2R4T6Y9B3D501')) console.log(record)
   */
  list(userId: string, query?: OrdersListQuery & { fields?: undefined }, options?: RequestOptions): List<Order>
  /** Returns records with only the members that `fields` selects. */
  list(userId: string, query: OrdersListQuery, options?: RequestOptions): List<Selected<Order>>
  list(userId: string, query: OrdersListQuery = {}, options: RequestOptions = {}): List<Order> {
    const fetchPage = (page: OrdersListQuery) =>
      this.client.request<PageBody<Order>>(
        'GET',
        '/v1/users/{user_id}/orders',
        { ids: [userId], query: { ...page } },
        options,
      )
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Place an order.
   *
   * Places an order for a user. The service assigns number and total.
   *
   * Needs the scope `write:orders`.
   *
   * @param userId - Opaque identifier of the user.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   *
   * @example
   * await roster.orders.create('usr_01KAJQ7W5M8XV2R4T6Y9B3D501', {
   *   currency: 'EUR',
   *   items: [{ sku: 'TEA-250', name: 'Green tea, 250 g', quantity: 2, unit_amount: 1250 }],
   * })
   */
  create(userId: string, body: OrdersCreateBody, options: RequestOptions = {}): APIPromise<Order> {
    return this.client.request<Order>('POST', '/v1/users/{user_id}/orders', { ids: [userId], body }, options)
  }

  /**
   * Get an order.
   *
   * One order of a user.
   *
   * Needs the scope `read:orders`.
   *
   * @param userId - Opaque identifier of the user.
   * @param orderId - Opaque identifier of the order.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await roster.orders.get('usr_01KAJQ7W5M8XV2R4T6Y9B3D501', 'ord_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(userId: string, orderId: string, options?: ReadOptions): APIPromise<Order>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(userId: string, orderId: string, options: ConditionalReadOptions): APIPromise<Order | null>
  get(userId: string, orderId: string, options: ConditionalReadOptions = {}): APIPromise<Order | null> {
    return this.client.request<Order>(
      'GET',
      '/v1/users/{user_id}/orders/{order_id}',
      { ids: [userId, orderId] },
      options,
    )
  }

  /**
   * Move an order.
   *
   * Moves an order to another status: pending → paid → shipped → delivered; pending or paid → cancelled; paid, shipped
   * or delivered → refunded.
   *
   * Needs the scope `write:orders`.
   *
   * @param userId - Opaque identifier of the user.
   * @param orderId - Opaque identifier of the order.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, csrf, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: version-conflict, invalid-transition.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await roster.orders.update('usr_01KAJQ7W5M8XV2R4T6Y9B3D501', 'ord_01KAJQ7W5M8XV2R4T6Y9B3D501', { status: 'paid' })
   */
  update(userId: string, orderId: string, body: OrdersUpdateBody, options: ChangeOptions = {}): APIPromise<Order> {
    return this.client.request<Order>(
      'PATCH',
      '/v1/users/{user_id}/orders/{order_id}',
      { ids: [userId, orderId], body },
      options,
    )
  }
}
