import type { Actor } from '../core/actor.ts'
import type { EventName, RosterEvent } from '../core/event.ts'
import type { ApiKey } from '../resources/api-keys.ts'
import type { Export } from '../resources/exports.ts'
import type { OAuthClient } from '../resources/oauth-clients.ts'
import type { Order } from '../resources/orders.ts'
import type { ActiveSession } from '../resources/sessions.ts'
import type { User } from '../resources/users.ts'
import type { Delivery, WebhookEndpoint } from '../resources/webhook-endpoints.ts'
import { DEFAULT_LIMITS, type Limits } from './copied/limits.ts'
import { formatCursor } from './copied/cursor.ts'
import type { Power } from './copied/access.ts'
import type { HttpResponse } from './response.ts'
import type { Connection } from './connection.ts'
import type { Principal } from './principal.ts'
import { Random } from './random.ts'

/** A session, and whose it is. */
export interface MockSession extends Omit<ActiveSession, 'current'> {
  user_id: string
}

/** The records there are, oldest first. What tests put in or change here is what the API answers. */
export interface MockDatabase {
  users: User[]
  orders: Order[]
  apiKeys: ApiKey[]
  oauthClients: OAuthClient[]
  exports: Export[]
  /** Where users are signed in. Sign-ins at the authorization server and grants are here if a test puts them in. */
  sessions: MockSession[]
  webhookEndpoints: WebhookEndpoint[]
  /** Events on their way to webhook endpoints. */
  deliveries: Delivery[]
  /** The log of events. */
  events: RosterEvent[]
}

interface Secret {
  key: string
  /** Until when it works, in milliseconds. */
  until: number
}

interface SigningSecret {
  secret: string
  /** Until when it signs, in milliseconds. */
  until: number
}

interface Cookie {
  /** Identifier of the session. */
  session: string
  csrf_token: string
}

/** The file of an export. */
export interface MadeFile {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
  finished_at: string
}

interface StoredResponse {
  body: string
  answer: HttpResponse
  time: number
  /** What whoever is given it again must hold. */
  asked: readonly Power[]
}

/** What is known of an event beside its name and its record. */
interface Circumstances {
  /** The user whom it is about; null for none. */
  subject: string | null
  /** Who did it; null for nobody. */
  actor: Actor | null
  /** In milliseconds since the epoch. */
  time: number
}

type Follower = (event: RosterEvent) => void

interface StateOptions {
  allowedRanges?: readonly string[] | undefined
  limits?: Partial<Limits> | undefined
}

/** Everything that a mock remembers. */
export class State {
  readonly random: Random
  /** Name of the log, in its cursors. */
  readonly epoch: string
  readonly db: MockDatabase = {
    users: [],
    orders: [],
    apiKeys: [],
    oauthClients: [],
    exports: [],
    sessions: [],
    webhookEndpoints: [],
    deliveries: [],
    events: [],
  }
  /** How many events there have been. */
  head = 0
  readonly #deleted = new Map<readonly object[], Map<string, string>>()
  /** API keys by their secrets. */
  readonly secrets = new Map<string, Secret>()
  /** What signs deliveries, by endpoint: the present secret and the one before. */
  readonly signingSecrets = new Map<string, SigningSecret[]>()
  /** Attempts that have failed, by delivery. */
  readonly failures = new Map<string, number>()
  /** Since when every attempt has failed, by endpoint, in milliseconds. */
  readonly failingSince = new Map<string, number>()
  readonly clientSecrets = new Map<string, string>()
  /** Scopes of who was shown the secret of a client, or has registered its certificate. */
  readonly proofHolders = new Map<string, ReadonlySet<string>>()
  /** Scopes that reading what an endpoint is sent takes. */
  readonly endpointScopes = new Map<string, readonly string[]>()
  /** Who calls with an access token, and until when. */
  readonly tokens = new Map<string, { principal: Principal; until: number }>()
  /** By users. */
  readonly passwords = new Map<string, string>()
  /** Scopes of who gave a password to somebody else, by users. */
  readonly passwordGivers = new Map<string, ReadonlySet<string>>()
  /** The cookies of sessions, by their tokens. */
  readonly cookies = new Map<string, Cookie>()
  /** Whose sessions were ended, by their identifiers. */
  readonly endedSessions = new Map<string, string>()
  readonly tickets = new Map<string, { principal: Principal; until: number }>()
  readonly files = new Map<string, MadeFile>()
  /** Who asked for each export, and the only user whose record it may hold. */
  readonly exportOwners = new Map<string, { created_by: string; user_id: string | null }>()
  /** Whom each event is about, by its identifier. */
  readonly subjects = new Map<string, string | null>()
  /** Answers under an idempotency key. */
  readonly answers = new Map<string, StoredResponse>()
  /** What is used of each quota. */
  readonly used = new Map<string, { count: number; since: number }>()
  readonly followers = new Set<Follower>()
  /** Streams and sockets that are open. */
  readonly connections = new Set<Connection>()

  /** Ranges of addresses that deliveries may go to although they are not public. */
  readonly allowedRanges: readonly string[]

  /** How much one maker may have. */
  readonly limits: Limits

  constructor(seed: number, { allowedRanges = [], limits = {} }: StateOptions = {}) {
    this.allowedRanges = allowedRanges
    this.limits = { ...DEFAULT_LIMITS, ...limits }
    this.random = new Random(seed)
    this.epoch = `m${(seed >>> 0).toString(36)}`
  }

  /** When the records of a table were deleted that are no more, by their identifiers, as ISO timestamps. */
  deletedFrom(table: readonly object[]): Map<string, string> {
    const deleted = this.#deleted.get(table) ?? new Map<string, string>()
    this.#deleted.set(table, deleted)
    return deleted
  }

  /** The secrets that sign deliveries to an endpoint at a time, the present one first. */
  secretsOf(endpoint: string, time: number): string[] {
    const all = this.signingSecrets.get(endpoint) ?? []
    return all.filter(({ until }) => time < until).map(({ secret }) => secret)
  }

  /** Adds an event to the log and tells those who follow it. */
  emit(event: EventName, data: object, { subject, actor, time }: Circumstances): RosterEvent {
    const made = {
      id: this.random.id('evt', time),
      event,
      cursor: formatCursor({ epoch: this.epoch, seq: ++this.head }),
      created_at: new Date(time).toISOString(),
      api_version: '1',
      actor,
      data: structuredClone(data),
    } as RosterEvent
    this.db.events.push(made)
    this.subjects.set(made.id, subject)
    for (const tell of this.followers) tell(made)
    return made
  }
}
