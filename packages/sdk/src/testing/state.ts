import type { Actor } from '../core/actor.ts'
import { DEFAULT_LIMITS, type Limits } from '#core/operation/limits'
import { formatCursor } from '#core/event-log/cursor'
import type { Power } from '#core/contract/access'
import type { Application, MockedApplication } from './application.ts'
import type { Scope } from './policy.ts'
import type { Connection } from './connection.ts'
import type { Principal } from './principal.ts'
import { Random } from './random.ts'
import type { Account, Event, Row, Tables } from './records.ts'

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

/** An access token: who calls with it, until when, and what of the service it is for, as a path; empty for all but what agents call. */
export interface Token {
  principal: Principal
  until: number
  resource: string
}

interface StoredResult {
  fingerprint: string
  result: unknown
  time: number
  /** What whoever is given it again must hold. */
  asked: Power
}

/** What is known of an event beside its name and its record. */
interface Circumstances {
  /** Whom its record belongs to; null for nobody. */
  subject: string | null
  /** Who did it; null for nobody. */
  actor: Actor | null
  /** In milliseconds since the epoch. */
  time: number
}

type Follower = (event: Event) => void

interface StateOptions {
  allowedRanges?: readonly string[] | undefined
  limits?: Partial<Limits> | undefined
}

/** What is known of a record that was deleted. */
export interface Tombstone {
  deleted_at: string
  /** As it was last. */
  record: Row
}

/** Everything that a mock remembers. */
export class State {
  readonly random: Random
  /** Name of the log, in its cursors. */
  readonly epoch: string
  readonly application: Application
  readonly db: Tables = {
    apiKeys: [],
    oauthClients: [],
    exports: [],
    sessions: [],
    webhookEndpoints: [],
    deliveries: [],
    events: [],
  }
  /** What records belong to, where they do not say it. */
  readonly parents = new WeakMap<Row, string>()
  /** How many events there have been. */
  head = 0
  /** The last number that identifies a record, by collections. */
  readonly #numbers = new Map<string, number>()
  readonly #deleted = new Map<readonly object[], Map<string, Tombstone>>()
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
  readonly proofHolders = new Map<string, ReadonlySet<Scope>>()
  /** Scopes that reading what an endpoint is sent takes. */
  readonly endpointScopes = new Map<string, readonly Scope[]>()
  readonly tokens = new Map<string, Token>()
  /** By users. */
  readonly passwords = new Map<string, string>()
  /** Scopes of who gave a password to somebody else, by users. */
  readonly passwordGivers = new Map<string, ReadonlySet<Scope>>()
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
  /** Results under an idempotency key. */
  readonly results = new Map<string, StoredResult>()
  /** What is used of each quota. */
  readonly used = new Map<string, { count: number; since: number }>()
  readonly followers = new Set<Follower>()
  /** Streams and sockets that are open. */
  readonly connections = new Set<Connection>()

  /** Ranges of addresses that deliveries may go to although they are not public. */
  readonly allowedRanges: readonly string[]

  /** How much one maker may have. */
  readonly limits: Limits

  constructor(application: Application, seed: number, { allowedRanges = [], limits = {} }: StateOptions = {}) {
    this.application = application
    for (const name of Object.keys(application.spec.collections)) this.table(name)
    this.allowedRanges = allowedRanges
    this.limits = { ...DEFAULT_LIMITS, ...limits }
    this.random = new Random(seed)
    this.epoch = `m${(seed >>> 0).toString(36)}`
  }

  /** The records of a collection. */
  table(name: string): Row[] {
    const tables = this.db as unknown as Record<string, Row[]>
    return (tables[name] ??= [])
  }

  /** A new identifier for a member of a record, as its collection has them; undefined where callers give them. */
  newIdentifier(of: string, member: string, time: number): string | number | undefined {
    const { prefix, first, uuid } = this.application.spec.collections[of]!
    if (prefix !== '') return this.random.id(prefix, time)
    if (uuid) return this.random.uuid(time)
    if (first === undefined) return undefined
    const numbers = this.table(of).map((record) => Number(record[member]))
    const next = Math.max(this.#numbers.get(of) ?? first - 1, ...numbers) + 1
    this.#numbers.set(of, next)
    return next
  }

  /** The records of those who sign in; empty where nobody does. */
  get people(): Row[] {
    const { accounts } = this.application.spec
    return accounts === undefined ? [] : this.table(accounts.of)
  }

  /** The first account of which something is true. */
  accountWhere(isWanted: (account: Account) => boolean): Account | undefined {
    for (const record of this.people) {
      const account = this.accountOf(record)
      if (isWanted(account)) return account
    }
    return undefined
  }

  /** The account with an identifier. */
  account(id: string | null): Account | undefined {
    const record = this.people.find((each) => each['id'] === id)
    return record && this.accountOf(record)
  }

  /** The account that an API key is or was of; null for a machine's, and undefined where there was no such key. */
  holderOf(key: string): string | null | undefined {
    const { apiKeys } = this.db
    const found = apiKeys.find(({ id }) => id === key) ?? this.deletedFrom(apiKeys).get(key)?.record
    return found && (found['user_id'] as string | null)
  }

  /** Whom the core sees in a record of somebody who signs in. */
  accountOf(record: Row): Account {
    const { members = {} } = this.application.spec.accounts ?? {}
    const { name = 'name', email = 'email', role = 'role', owner = 'id', status = 'status' } = members
    return {
      id: record['id'],
      name: record[name],
      email: record[email],
      role: record[role],
      owner: record[owner],
      status: record[status] ?? 'active',
      record,
    }
  }

  /** The records of a table that are no more, by their identifiers. */
  deletedFrom(table: readonly object[]): Map<string, Tombstone> {
    const deleted = this.#deleted.get(table) ?? new Map<string, Tombstone>()
    this.#deleted.set(table, deleted)
    return deleted
  }

  /** The secrets that sign deliveries to an endpoint at a time, the present one first. */
  secretsOf(endpoint: string, time: number): string[] {
    const all = this.signingSecrets.get(endpoint) ?? []
    return all.filter(({ until }) => time < until).map(({ secret }) => secret)
  }

  /** Adds an event to the log and tells those who follow it. */
  emit(event: string, data: object, { subject, actor, time }: Circumstances): Event {
    const made = {
      id: this.random.id('evt', time),
      event,
      cursor: formatCursor({ epoch: this.epoch, seq: ++this.head }),
      created_at: new Date(time).toISOString(),
      api_version: '1',
      actor,
      data: structuredClone(data),
    }
    this.db.events.push(made)
    this.subjects.set(made.id, subject)
    for (const tell of this.followers) tell(made)
    return made
  }
}

/** A new secret of a kind, as the application begins those. */
export const newSecret = ({ random, application }: State, kind: keyof MockedApplication['secretPrefixes']): string =>
  random.secret(application.spec.secretPrefixes[kind])
