// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type Actor,
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

/** An endpoint of webhooks, without the secret that signs deliveries. */
export interface WebhookEndpoint {
  /** Opaque identifier of the endpoint. At most 64 characters. */
  id: string
  /** Address to which deliveries are sent: https, and publicly reachable. At most 2,048 characters. */
  url: string
  /** Names of the events to deliver; `*` for all. 1 to 13 entries. */
  events: (
    | '*'
    | 'member.created'
    | 'member.updated'
    | 'member.deleted'
    | 'support_ticket.created'
    | 'support_ticket.updated'
    | 'support_ticket.deleted'
    | 'api_key.created'
    | 'api_key.rotated'
    | 'api_key.revoked'
    | 'export.succeeded'
    | 'export.failed'
    | 'webhook.test'
  )[]
  /** Purpose of the endpoint; null for none. */
  description: string | null
  /** Whether deliveries are sent. A disabled endpoint gets none, and its pending deliveries wait. */
  status: 'enabled' | 'disabled'
  /**
   * Why it is disabled: it was `requested`, the receiver answered 410 (`gone`), or deliveries failed for five days
   * (`failing`). Null while it is enabled.
   */
  disabled_reason: 'requested' | 'gone' | 'failing' | null
  /**
   * The caller that created it, even when its account has been deleted since; null for records older than this member.
   * `setup` of the `system` created the first keys.
   */
  created_by: Actor | null
  /** When the endpoint was created. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When the endpoint last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
}

/** A webhook endpoint and its secret, shown only once. */
export interface WebhookEndpointWithSecret {
  /** Opaque identifier of the endpoint. At most 64 characters. */
  id: string
  /** Address to which deliveries are sent: https, and publicly reachable. At most 2,048 characters. */
  url: string
  /** Names of the events to deliver; `*` for all. 1 to 13 entries. */
  events: (
    | '*'
    | 'member.created'
    | 'member.updated'
    | 'member.deleted'
    | 'support_ticket.created'
    | 'support_ticket.updated'
    | 'support_ticket.deleted'
    | 'api_key.created'
    | 'api_key.rotated'
    | 'api_key.revoked'
    | 'export.succeeded'
    | 'export.failed'
    | 'webhook.test'
  )[]
  /** Purpose of the endpoint; null for none. */
  description: string | null
  /** Whether deliveries are sent. A disabled endpoint gets none, and its pending deliveries wait. */
  status: 'enabled' | 'disabled'
  /**
   * Why it is disabled: it was `requested`, the receiver answered 410 (`gone`), or deliveries failed for five days
   * (`failing`). Null while it is enabled.
   */
  disabled_reason: 'requested' | 'gone' | 'failing' | null
  /**
   * The caller that created it, even when its account has been deleted since; null for records older than this member.
   * `setup` of the `system` created the first keys.
   */
  created_by: Actor | null
  /** When the endpoint was created. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When the endpoint last changed. ISO 8601 in UTC. At most 24 characters. */
  updated_at: string
  /** The secret that signs deliveries (Standard Webhooks), shown only once. At most 128 characters. */
  secret: string
}

/** An event on its way to an endpoint. */
export interface Delivery {
  /** Opaque identifier of the delivery. At most 64 characters. */
  id: string
  /** Opaque identifier of the event. At most 64 characters. */
  event_id: string
  /** Name of the event. At most 64 characters. */
  event: string
  /** Opaque identifier of the endpoint. At most 64 characters. */
  endpoint_id: string
  /** `pending` until the endpoint answers 2xx, `failed` when no attempt is left. */
  status: 'pending' | 'succeeded' | 'failed'
  /** Attempts so far, oldest first. At most 100 entries. */
  attempts: DeliveryAttempt[]
  /** When the next attempt is due; null for none. ISO 8601 in UTC. */
  next_attempt_at: string | null
  /** When the delivery was queued. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
}

/** One request to an endpoint. */
export interface DeliveryAttempt {
  /** When it began. ISO 8601 in UTC. At most 24 characters. */
  at: string
  /** Status of the response; null without one. */
  status_code: number | null
  /** Why there was no response; null when there was one. */
  error: string | null
  /** Duration in milliseconds. */
  duration_ms: number
}

/** The number of deliveries that a recovery has queued. */
export interface WebhookRecovery {
  /** Number of deliveries that are queued now. */
  queued: number
}

/** Query of `webhookEndpoints.list`. */
export interface WebhookEndpointsListQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only records created by the user, API key or OAuth client with this identifier. For a user, this includes records
   * created by its API keys, also by revoked ones. At most 255 characters.
   */
  created_by?: string | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `webhookEndpoints.create`. */
export interface WebhookEndpointsCreateBody {
  /** Address to which deliveries are sent: https, and publicly reachable. At most 2,048 characters. */
  url: string
  /** Names of the events to deliver; `*` for all. Default: all. 1 to 13 entries. */
  events?:
    | (
        | '*'
        | 'member.created'
        | 'member.updated'
        | 'member.deleted'
        | 'support_ticket.created'
        | 'support_ticket.updated'
        | 'support_ticket.deleted'
        | 'api_key.created'
        | 'api_key.rotated'
        | 'api_key.revoked'
        | 'export.succeeded'
        | 'export.failed'
        | 'webhook.test'
      )[]
    | undefined
  /** Purpose of the endpoint. Default: null. */
  description?: string | null | undefined
}

/** Body of `webhookEndpoints.update`. */
export interface WebhookEndpointsUpdateBody {
  /** Address to which deliveries are sent: https, and publicly reachable. At most 2,048 characters. */
  url?: string | undefined
  /** Names of the events to deliver; `*` for all. 1 to 13 entries. */
  events?:
    | (
        | '*'
        | 'member.created'
        | 'member.updated'
        | 'member.deleted'
        | 'support_ticket.created'
        | 'support_ticket.updated'
        | 'support_ticket.deleted'
        | 'api_key.created'
        | 'api_key.rotated'
        | 'api_key.revoked'
        | 'export.succeeded'
        | 'export.failed'
        | 'webhook.test'
      )[]
    | undefined
  /** Purpose of the endpoint; null for none. */
  description?: string | null | undefined
  /** Whether deliveries are sent. A disabled endpoint gets none, and its pending deliveries wait. */
  status?: 'enabled' | 'disabled' | undefined
}

/** Query of `webhookEndpoints.deliveries`. */
export interface WebhookEndpointsDeliveriesQuery {
  /** Records a page. 1 to 100. Default: 20. */
  limit?: number | undefined
  /**
   * `next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor
   * skips records while others change the collection. At most 2,000 characters.
   */
  cursor?: string | undefined
  /** Field to sort by; ties are broken by the identifier. Default: created_at. */
  sort?: 'created_at' | 'id' | undefined
  /** Direction of the sort. Default: desc. */
  order?: 'asc' | 'desc' | undefined
  /** Only deliveries with this status. */
  status?: 'pending' | 'succeeded' | 'failed' | undefined
  /** Members to return, separated by commas; `id` always stays. At most 1,000 characters. */
  fields?: string | undefined
}

/** Body of `webhookEndpoints.recover`. */
export interface WebhookEndpointsRecoverBody {
  /** Start of the period; events are kept for 30 days. ISO 8601 in UTC. At most 64 characters. */
  since: string
}

/**
 * Addresses that events are sent to, signed as Standard Webhooks say. An event is delivered at least once, in the
 * order of the log as long as the endpoint answers. Only a 2xx within 15 seconds counts; anything else is repeated
 * up to nine times, within four days unless the receiver asks to wait longer.
 */
export class WebhookEndpointsResource extends Resource {
  /**
   * List webhook endpoints.
   *
   * Endpoints that are not deleted, newest first unless sorted otherwise.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * for await (const record of starterApi.webhookEndpoints.list()) console.log(record)
   */
  list(query?: WebhookEndpointsListQuery & { fields?: undefined }, options?: RequestOptions): List<WebhookEndpoint>
  /** Returns records with only the members that `fields` selects. */
  list(query: WebhookEndpointsListQuery, options?: RequestOptions): List<Selected<WebhookEndpoint>>
  list(query: WebhookEndpointsListQuery = {}, options: RequestOptions = {}): List<WebhookEndpoint> {
    const fetchPage = (page: WebhookEndpointsListQuery) =>
      this.client.request<PageBody<WebhookEndpoint>>('GET', '/v1/webhook-endpoints', { query: { ...page } }, options)
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Create a webhook endpoint.
   *
   * Creates an endpoint and returns its secret, which is shown only once. The endpoint gets the events that are
   * committed from now on. The address must be https and must not lead into a private network.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: limit-reached.
   *
   * @example
   * await starterApi.webhookEndpoints.create({
   *   url: 'https://example.com/webhooks/starterapi',
   *   events: ['member.created', 'support_ticket.created'],
   * })
   */
  create(body: WebhookEndpointsCreateBody, options: RequestOptions = {}): APIPromise<WebhookEndpointWithSecret> {
    return this.client.request<WebhookEndpointWithSecret>('POST', '/v1/webhook-endpoints', { body }, options)
  }

  /**
   * Get a webhook endpoint.
   *
   * One endpoint, without its secret.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param endpointId - Opaque identifier of the endpoint.
   * @throws `PermissionDeniedError`: insufficient-scope.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await starterApi.webhookEndpoints.get('whe_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(endpointId: string, options?: ReadOptions): APIPromise<WebhookEndpoint>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(endpointId: string, options: ConditionalReadOptions): APIPromise<WebhookEndpoint | null>
  get(endpointId: string, options: ConditionalReadOptions = {}): APIPromise<WebhookEndpoint | null> {
    return this.client.request<WebhookEndpoint>(
      'GET',
      '/v1/webhook-endpoints/{endpoint_id}',
      { ids: [endpointId] },
      options,
    )
  }

  /**
   * Change a webhook endpoint.
   *
   * Changes the members that are sent. `status` `disabled` pauses the endpoint; `enabled` starts it again and clears
   * `disabled_reason`. Use `recover` for the events that it missed meanwhile.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param endpointId - Opaque identifier of the endpoint.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.webhookEndpoints.update('whe_01KAJQ7W5M8XV2R4T6Y9B3D501', { status: 'enabled' })
   */
  update(
    endpointId: string,
    body: WebhookEndpointsUpdateBody,
    options: ChangeOptions = {},
  ): APIPromise<WebhookEndpoint> {
    return this.client.request<WebhookEndpoint>(
      'PATCH',
      '/v1/webhook-endpoints/{endpoint_id}',
      { ids: [endpointId], body },
      options,
    )
  }

  /**
   * Delete a webhook endpoint.
   *
   * Ends the endpoint and its deliveries at once. For 30 days the path answers 410, then 404.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param endpointId - Opaque identifier of the endpoint.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `PreconditionFailedError`: version-conflict.
   *
   * @example
   * await starterApi.webhookEndpoints.delete('whe_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  delete(endpointId: string, options: ChangeOptions = {}): APIPromise<void> {
    return this.client.request<void>('DELETE', '/v1/webhook-endpoints/{endpoint_id}', { ids: [endpointId] }, options)
  }

  /**
   * Test a webhook endpoint.
   *
   * Sends the event `webhook.test` to this endpoint only, whatever its `events`, and returns the delivery. Answers 409
   * for a disabled endpoint.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param endpointId - Opaque identifier of the endpoint.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: conflict.
   *
   * @example
   * await starterApi.webhookEndpoints.test('whe_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  test(endpointId: string, options: RequestOptions = {}): APIPromise<Delivery> {
    return this.client.request<Delivery>(
      'POST',
      '/v1/webhook-endpoints/{endpoint_id}/test',
      { ids: [endpointId] },
      options,
    )
  }

  /**
   * Rotate the secret of a webhook endpoint.
   *
   * Gives the endpoint a new secret, shown only once. For 24 hours deliveries carry two signatures, by the new and by
   * the previous secret. A second rotation within these hours ends the older of the two secrets at once.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param endpointId - Opaque identifier of the endpoint.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * await starterApi.webhookEndpoints.rotateSecret('whe_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  rotateSecret(endpointId: string, options: RequestOptions = {}): APIPromise<WebhookEndpointWithSecret> {
    return this.client.request<WebhookEndpointWithSecret>(
      'POST',
      '/v1/webhook-endpoints/{endpoint_id}/rotate-secret',
      { ids: [endpointId] },
      options,
    )
  }

  /**
   * List deliveries.
   *
   * Deliveries to this endpoint, newest first unless sorted otherwise, kept as long as their events.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param endpointId - Opaque identifier of the endpoint.
   * @param query - Query parameters.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   *
   * @example
   * for await (const record of starterApi.webhookEndpoints.deliveries('whe_01KAJQ7W5M8XV2R4T6Y9B3D501')) console.log(record)
   */
  deliveries(
    endpointId: string,
    query?: WebhookEndpointsDeliveriesQuery & { fields?: undefined },
    options?: RequestOptions,
  ): List<Delivery>
  /** Returns records with only the members that `fields` selects. */
  deliveries(
    endpointId: string,
    query: WebhookEndpointsDeliveriesQuery,
    options?: RequestOptions,
  ): List<Selected<Delivery>>
  deliveries(
    endpointId: string,
    query: WebhookEndpointsDeliveriesQuery = {},
    options: RequestOptions = {},
  ): List<Delivery> {
    const fetchPage = (page: WebhookEndpointsDeliveriesQuery) =>
      this.client.request<PageBody<Delivery>>(
        'GET',
        '/v1/webhook-endpoints/{endpoint_id}/deliveries',
        { ids: [endpointId], query: { ...page } },
        options,
      )
    return List.by(fetchPage, query, 'cursor')
  }

  /**
   * Repeat a delivery.
   *
   * Queues a delivery again, also one that has succeeded, and returns it. Its retries start from the beginning.
   * Answers 409 for a disabled endpoint.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param endpointId - Opaque identifier of the endpoint.
   * @param deliveryId - Opaque identifier of the delivery.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: conflict.
   *
   * @example
   * await starterApi.webhookEndpoints.redeliver('whe_01KAJQ7W5M8XV2R4T6Y9B3D501', 'dlv_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  redeliver(endpointId: string, deliveryId: string, options: RequestOptions = {}): APIPromise<Delivery> {
    return this.client.request<Delivery>(
      'POST',
      '/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver',
      { ids: [endpointId, deliveryId] },
      options,
    )
  }

  /**
   * Recover missed deliveries.
   *
   * Queues the deliveries that failed since a moment, and the events since then that this endpoint subscribes to now
   * and has no delivery of, because it was disabled or not subscribed at the time. Answers 409 for a disabled
   * endpoint.
   *
   * Needs the scope `manage:webhooks`.
   *
   * @param endpointId - Opaque identifier of the endpoint.
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: insufficient-scope, forbidden, csrf.
   * @throws `NotFoundError`: not-found.
   * @throws `ValidationError`: validation-failed.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: conflict.
   *
   * @example
   * await starterApi.webhookEndpoints.recover('whe_01KAJQ7W5M8XV2R4T6Y9B3D501', { since: '2026-11-20T09:30:00.000Z' })
   */
  recover(
    endpointId: string,
    body: WebhookEndpointsRecoverBody,
    options: RequestOptions = {},
  ): APIPromise<WebhookRecovery> {
    return this.client.request<WebhookRecovery>(
      'POST',
      '/v1/webhook-endpoints/{endpoint_id}/recover',
      { ids: [endpointId], body },
      options,
    )
  }
}
