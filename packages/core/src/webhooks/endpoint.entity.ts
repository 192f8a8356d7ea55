import { defineEntity, p } from '@mikro-orm/core'
import type { Actor } from '../contract/actor.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Instant } from '../data/types.ts'
import type { EndpointRecord } from './endpoint.contract.ts'

/** Time after a rotation in which the previous secret signs as well, in milliseconds. */
const OVERLAP = 24 * 60 * 60 * 1_000

export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: p.text().primary().collation('C'),
    url: p.text(),
    events: p.json<EndpointRecord['events']>(),
    /** Scopes for reading the events that it is sent, as the caller held them that set its events. */
    scopes: p.json<string[]>(),
    description: p.text().strictNullable(),
    status: p.text().$type<EndpointRecord['status']>(),
    disabled_reason: p.text().$type<EndpointRecord['disabled_reason']>().strictNullable(),
    /** The caller that created it; null in rows older than this column. */
    created_by: p.json<Actor>().columnType('json').strictNullable(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    /** The secret that signs, sealed. */
    secret: p.text(),
    /** The previous secret, sealed, and when it stops signing. */
    previous_secret: p.text().strictNullable(),
    previous_expires_at: p.type(Instant).strictNullable(),
    /** Time of the first failed attempt at this address since the last success; null when the last attempt succeeded, and before the first. */
    failing_since: p.type(Instant).strictNullable(),
    /** Identifies the lease that holds the endpoint; null for none. */
    lease: p.text().strictNullable(),
    /** End of the lease, by the clock of the database; without a lease, when the last one was released. */
    leased_until: p.type(Instant).strictNullable(),
    deleted_at: p.type(Instant).strictNullable(),
  },
  indexes: [
    {
      name: 'webhook_endpoints_by_created_at',
      expression:
        'create index "webhook_endpoints_by_created_at" on "webhook_endpoints" ("created_at", "id") where "deleted_at" is null',
    },
    {
      name: 'webhook_endpoints_by_maker',
      expression: `create index "webhook_endpoints_by_maker" on "webhook_endpoints" (("created_by" ->> 'id'), "created_at", "id") where "deleted_at" is null`,
    },
  ],
})

const CHANGEABLE = ['url', 'events', 'description', 'status'] as const
type Changeable = Pick<EndpointRecord, (typeof CHANGEABLE)[number]>
export type EndpointChange = { [Member in keyof Changeable]?: Changeable[Member] | undefined }

/** A webhook endpoint with the rules of its changes. */
export class WebhookEndpoint extends WebhookEndpointEntity.class {
  /** Applies the members that differ. When none differs, `updated_at` stays too. */
  change(change: EndpointChange, now: string): void {
    const given = CHANGEABLE.filter((name) => change[name] !== undefined)
    const different = given.filter((name) => JSON.stringify(change[name]) !== JSON.stringify(this[name]))
    if (different.length === 0) return
    for (const name of different) Object.assign(this, { [name]: change[name] })
    if (different.includes('status')) this.disabled_reason = this.status === 'enabled' ? null : 'requested'
    // Failures before a pause, or at another address, do not count any more.
    if (different.includes('status') || different.includes('url')) this.failing_since = null
    this.updated_at = now
  }

  /** Sets a new secret, sealed. The old one signs beside it for a day. `time` is in milliseconds. */
  rotate(sealed: string, time: number): void {
    this.previous_secret = this.secret
    this.previous_expires_at = new Date(time + OVERLAP).toISOString()
    this.secret = sealed
    this.updated_at = new Date(time).toISOString()
  }

  /** Turns the row into a tombstone, without address and secrets. */
  delete(now: string): void {
    const blank = { url: '', description: null, secret: '', previous_secret: null, previous_expires_at: null }
    Object.assign(this, blank, { updated_at: now, deleted_at: now })
  }

  record(): EndpointRecord {
    return endpointRecord(this)
  }
}

WebhookEndpointEntity.setClass(WebhookEndpoint)

export type NewEndpoint = Omit<Changeable, 'status'>

/** What a new endpoint consists of besides the request's body. */
interface Registration {
  /** The caller that creates it. */
  created_by: Actor | null
  /** Scopes for reading the events that it is sent. */
  scopes: string[]
  /** The secret that signs, sealed. */
  sealed: string
  /** In milliseconds. */
  time: number
}

/** Returns the columns of a new endpoint. */
export function newEndpoint(input: NewEndpoint, { created_by, scopes, sealed, time }: Registration) {
  const created_at = new Date(time).toISOString()
  return {
    id: newId(idPrefixes.webhookEndpoint, time),
    url: input.url,
    events: input.events,
    scopes,
    description: input.description,
    status: 'enabled' as const,
    disabled_reason: null,
    created_by,
    created_at,
    updated_at: created_at,
    secret: sealed,
    previous_secret: null,
    previous_expires_at: null,
    failing_since: null,
    lease: null,
    leased_until: null,
    deleted_at: null,
  }
}

/** Returns an endpoint in the form of its contract. */
export function endpointRecord(row: EndpointRecord): EndpointRecord {
  const { id, url, events, description, status, disabled_reason, created_by, created_at, updated_at } = row
  return { id, url, events, description, status, disabled_reason, created_by, created_at, updated_at }
}
