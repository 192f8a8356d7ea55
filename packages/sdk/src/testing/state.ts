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
  /** Time in milliseconds until which the secret is valid. */
  until: number
}

interface SigningSecret {
  secret: string
  /** Time in milliseconds until which the secret signs deliveries. */
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

/**
 * An access token: its caller, its end in milliseconds, and the path of the resource that it is for. The path is empty for everything except what agents call.
 */
export interface Token {
  principal: Principal
  until: number
  resource: string
}

interface StoredResult {
  fingerprint: string
  result: unknown
  time: number
  /** Power that a caller must hold to get the result again. */
  asked: Power
}

/** Facts about an event besides its name and its record. */
interface Circumstances {
  /** Owner of the event's record; null for none. */
  subject: string | null
  /** Actor of the event; null for none. */
  actor: Actor | null
  /** Time of the event in milliseconds since the epoch. */
  time: number
}

type Follower = (event: Event) => void

interface StateOptions {
  allowedRanges?: readonly string[] | undefined
  limits?: Partial<Limits> | undefined
}

/** A deleted record. */
export interface Tombstone {
  deleted_at: string
  /** The record before its deletion. */
  record: Row
}

/** The whole state of a mock. */
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
  /** Identifiers of parent records, for records without a member that names the parent. */
  readonly parents = new WeakMap<Row, string>()
  /** Number of events since the start. */
  head = 0
  /** Last numeric identifier of each collection. */
  readonly #numbers = new Map<string, number>()
  readonly #deleted = new Map<readonly object[], Map<string, Tombstone>>()
  /** API keys by secret. */
  readonly secrets = new Map<string, Secret>()
  /** Signing secrets by endpoint: the current one and the one before. */
  readonly signingSecrets = new Map<string, SigningSecret[]>()
  /** Deliveries whose attempt is under way, and that were neither queued again nor given up since it began. */
  readonly underWay = new Set<string>()
  /** Number of failed attempts by delivery. */
  readonly failures = new Map<string, number>()
  /** Time in milliseconds since which every attempt has failed, by endpoint. */
  readonly failingSince = new Map<string, number>()
  readonly clientSecrets = new Map<string, string>()
  /** Scopes of the caller that was shown a client's secret or registered its certificate, by client. */
  readonly proofHolders = new Map<string, ReadonlySet<Scope>>()
  /** Scopes for reading the events of an endpoint, by endpoint. */
  readonly endpointScopes = new Map<string, readonly Scope[]>()
  readonly tokens = new Map<string, Token>()
  /** Passwords in their normal form, by user. */
  readonly passwords = new Map<string, string>()
  /** Scopes of the caller that set another user's password, by that user. */
  readonly passwordGivers = new Map<string, ReadonlySet<Scope>>()
  /** Session cookies by token. */
  readonly cookies = new Map<string, Cookie>()
  /** Users of ended sessions, by session identifier. */
  readonly endedSessions = new Map<string, string>()
  readonly tickets = new Map<string, { principal: Principal; until: number }>()
  readonly files = new Map<string, MadeFile>()
  /** The caller that requested each export, and the only user whose record the export may contain. */
  readonly exportOwners = new Map<string, { created_by: string; user_id: string | null }>()
  /** Owner of each event's record, by event identifier. */
  readonly subjects = new Map<string, string | null>()
  /** Results of calls with an idempotency key. */
  readonly results = new Map<string, StoredResult>()
  /** Used requests of each quota. */
  readonly used = new Map<string, { count: number; since: number }>()
  readonly followers = new Set<Follower>()
  /** Streams and sockets that are open. */
  readonly connections = new Set<Connection>()

  /** Ranges of addresses that may get deliveries although they are not public. */
  readonly allowedRanges: readonly string[]

  /** Maximum number of records that one maker may have. */
  readonly limits: Limits

  constructor(application: Application, seed: number, { allowedRanges = [], limits = {} }: StateOptions = {}) {
    this.application = application
    for (const name of Object.keys(application.spec.collections)) this.table(name)
    this.allowedRanges = allowedRanges
    this.limits = { ...DEFAULT_LIMITS, ...limits }
    this.random = new Random(seed)
    this.epoch = `m${(seed >>> 0).toString(36)}`
  }

  /** Returns the records of a collection. */
  table(name: string): Row[] {
    const tables = this.db as unknown as Record<string, Row[]>
    return (tables[name] ??= [])
  }

  /** Returns a new identifier in the form of the collection; undefined if callers assign identifiers. */
  newIdentifier(of: string, member: string, time: number): string | number | undefined {
    const { prefix, first, uuid } = this.application.spec.collections[of]!
    if (prefix !== '') return this.random.id(prefix, time)
    if (uuid) return this.random.uuid(time)
    if (first === undefined) return undefined
    const table = this.table(of)
    const used = [...table.map((record) => Number(record[member])), ...[...this.deletedFrom(table).keys()].map(Number)]
    const next = used.reduce((one, other) => Math.max(one, other), this.#numbers.get(of) ?? first - 1) + 1
    this.#numbers.set(of, next)
    return next
  }

  /** The records of accounts that can sign in; empty if there are none. */
  get people(): Row[] {
    const { accounts } = this.application.spec
    return accounts === undefined ? [] : this.table(accounts.of)
  }

  /** Returns the first account that matches a condition, or undefined. */
  accountWhere(isWanted: (account: Account) => boolean): Account | undefined {
    for (const record of this.people) {
      const account = this.accountOf(record)
      if (isWanted(account)) return account
    }
    return undefined
  }

  /** Returns the account with an identifier, or undefined. */
  account(id: string | null): Account | undefined {
    const record = this.people.find((each) => each['id'] === id)
    return record && this.accountOf(record)
  }

  /** Returns the account of an existing or deleted API key; null for the key of a machine, undefined for an unknown key. */
  holderOf(key: string): string | null | undefined {
    const { apiKeys } = this.db
    const found = apiKeys.find(({ id }) => id === key) ?? this.deletedFrom(apiKeys).get(key)?.record
    return found && (found['user_id'] as string | null)
  }

  /** Returns the account in a record of the application. */
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

  /** Returns the deleted records of a table by their identifiers. */
  deletedFrom(table: readonly object[]): Map<string, Tombstone> {
    const deleted = this.#deleted.get(table) ?? new Map<string, Tombstone>()
    this.#deleted.set(table, deleted)
    return deleted
  }

  /** Returns the secrets that sign deliveries to an endpoint at a time, the current one first. */
  secretsOf(endpoint: string, time: number): string[] {
    const all = this.signingSecrets.get(endpoint) ?? []
    return all.filter(({ until }) => time < until).map(({ secret }) => secret)
  }

  /** Adds an event to the log and passes it to the followers. */
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

/** Returns a new secret of a kind, with the application's prefix. */
export const newSecret = ({ random, application }: State, kind: keyof MockedApplication['secretPrefixes']): string =>
  random.secret(application.spec.secretPrefixes[kind])
