import { defineEntity, p } from '@mikro-orm/core'
import type { Actor } from '../contract/actor.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Instant } from '../data/types.ts'
import type { EndpointRecord } from './endpoint.contract.ts'

/** How long the secret before the last rotation signs as well, in milliseconds. */
const OVERLAP = 24 * 60 * 60 * 1_000

export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: p.text().primary().collation('C'),
    url: p.text(),
    events: p.json<EndpointRecord['events']>(),
    /** Scopes that reading what it is sent takes, as they were held by who set its events. */
    scopes: p.json<string[]>(),
    description: p.text().strictNullable(),
    status: p.text().$type<EndpointRecord['status']>(),
    disabled_reason: p.text().$type<EndpointRecord['disabled_reason']>().strictNullable(),
    /** Who made it; null in rows from before that was noted. */
    created_by: p.json<Actor>().columnType('json').strictNullable(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    /** The secret that signs, sealed. */
    secret: p.text(),
    /** The one before the last rotation, sealed, and when it ends. */
    previous_secret: p.text().strictNullable(),
    previous_expires_at: p.type(Instant).strictNullable(),
    /** Since when every attempt has failed; null when the last one did not. */
    failing_since: p.type(Instant).strictNullable(),
    /** Names who makes its deliveries now. */
    lease: p.text().strictNullable(),
    /** Until when nobody else may, by the clock of the database; without a lease, when somebody last did. */
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
  /** Applies what differs; when nothing does, `updated_at` stays as well. */
  change(change: EndpointChange, now: string): void {
    const given = CHANGEABLE.filter((name) => change[name] !== undefined)
    const different = given.filter((name) => JSON.stringify(change[name]) !== JSON.stringify(this[name]))
    if (different.length === 0) return
    for (const name of different) Object.assign(this, { [name]: change[name] })
    if (different.includes('status')) Object.assign(this, turned(this.status))
    this.updated_at = now
  }

  /** Takes a new secret, sealed; the old one signs beside it for a day. `time` is in milliseconds. */
  rotate(sealed: string, time: number): void {
    this.previous_secret = this.secret
    this.previous_expires_at = new Date(time + OVERLAP).toISOString()
    this.secret = sealed
    this.updated_at = new Date(time).toISOString()
  }

  /** Leaves a tombstone, without address and secrets. */
  delete(now: string): void {
    const blank = { url: '', description: null, secret: '', previous_secret: null, previous_expires_at: null }
    Object.assign(this, blank, { updated_at: now, deleted_at: now })
  }

  record(): EndpointRecord {
    return endpointRecord(this)
  }
}

WebhookEndpointEntity.setClass(WebhookEndpoint)

/** What a status that was asked for brings along. */
const turned = (status: EndpointRecord['status']) =>
  ({ disabled_reason: status === 'enabled' ? null : 'requested', failing_since: null }) as const

export type NewEndpoint = Omit<Changeable, 'status'>

/** How an endpoint comes to be. */
interface Registration {
  /** Who makes it. */
  created_by: Actor | null
  /** What reads the events that it is sent. */
  scopes: string[]
  /** Its secret, sealed. */
  sealed: string
  /** In milliseconds. */
  time: number
}

/** The columns of a new endpoint. */
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

/** What the contract shows of a stored endpoint. */
export function endpointRecord(row: EndpointRecord): EndpointRecord {
  const { id, url, events, description, status, disabled_reason, created_by, created_at, updated_at } = row
  return { id, url, events, description, status, disabled_reason, created_by, created_at, updated_at }
}
