import type { EventName, RosterEvent } from '../core/event.ts'
import type { ApiKey } from '../resources/api-keys.ts'
import type { Export } from '../resources/exports.ts'
import type { OAuthClient } from '../resources/oauth-clients.ts'
import type { Order } from '../resources/orders.ts'
import type { User } from '../resources/users.ts'
import { formatCursor } from './copied/cursor.ts'
import type { Answer } from './answer.ts'
import type { Principal } from './principal.ts'
import { Random } from './random.ts'

/** The records there are, oldest first. What tests put in or change here is what the API answers. */
export interface MockDatabase {
  users: User[]
  orders: Order[]
  apiKeys: ApiKey[]
  oauthClients: OAuthClient[]
  exports: Export[]
  /** The log of events. */
  events: RosterEvent[]
}

interface Secret {
  key: string
  /** Until when it works, in milliseconds. */
  until: number
}

interface Session {
  user: string
  csrf_token: string
  expires_at: string
}

/** The file of an export. */
export interface MadeFile {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
  finished_at: string
}

interface KeptAnswer {
  body: string
  answer: Answer
  time: number
}

type Follower = (event: RosterEvent) => void

interface Stream {
  /** Identifier of the caller. */
  owner: string
  /** Breaks it off. */
  end: (reason: unknown) => void
}

/** Everything that a mock remembers. */
export class State {
  readonly random: Random
  /** Name of the log, in its cursors. */
  readonly epoch: string
  readonly db: MockDatabase = { users: [], orders: [], apiKeys: [], oauthClients: [], exports: [], events: [] }
  /** When records were deleted, by their identifiers, as ISO timestamps. */
  readonly deleted = new Map<string, string>()
  /** API keys by their secrets. */
  readonly secrets = new Map<string, Secret>()
  readonly clientSecrets = new Map<string, string>()
  /** Who calls with an access token, and until when. */
  readonly tokens = new Map<string, { principal: Principal; until: number }>()
  /** By users. */
  readonly passwords = new Map<string, string>()
  /** By the token in the cookie. */
  readonly sessions = new Map<string, Session>()
  readonly tickets = new Map<string, { principal: Principal; until: number }>()
  readonly files = new Map<string, MadeFile>()
  /** Who asked for each export, and the only user whose record it may hold. */
  readonly exportOwners = new Map<string, { created_by: string; user_id: string | null }>()
  /** Whom each event is about, by its identifier. */
  readonly subjects = new Map<string, string | null>()
  /** Answers under an idempotency key. */
  readonly answers = new Map<string, KeptAnswer>()
  /** What is used of each quota. */
  readonly used = new Map<string, { count: number; since: number }>()
  readonly followers = new Set<Follower>()
  /** Streams that are open. */
  readonly streams = new Set<Stream>()

  constructor(seed: number) {
    this.random = new Random(seed)
    this.epoch = `m${(seed >>> 0).toString(36)}`
  }

  /** Adds an event to the log and tells those who follow it. `subject` is the user whom it is about. */
  emit(event: EventName, data: object, subject: string | null, time: number): RosterEvent {
    const made = {
      id: this.random.id('evt', time),
      event,
      cursor: formatCursor({ epoch: this.epoch, seq: this.db.events.length + 1 }),
      created_at: new Date(time).toISOString(),
      api_version: '1',
      data: structuredClone(data),
    } as RosterEvent
    this.db.events.push(made)
    this.subjects.set(made.id, subject)
    for (const tell of this.followers) tell(made)
    return made
  }
}
