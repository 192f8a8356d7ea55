import type { Sealer } from '../crypto/sealer.ts'
import type { Signer } from '../crypto/signer.ts'
import type { AnyOperation } from '../contract/operation.ts'
import type { Principal } from '../contract/principal.ts'
import type { Access, Power } from '../contract/access.ts'
import type { EventSpec } from '../contract/events.ts'
import type { Naming } from '../contract/naming.ts'
import type { StreamOperation } from '../contract/stream-operation.ts'
import type { Database } from '../data/database.ts'
import type { TellSent } from '../event-log/event-span.ts'
import type { Feed } from '../event-log/feed.ts'
import type { Limits } from './limits.ts'

/** What an operation is given beside its input. One is made for each request. */
export interface Context {
  /** Who calls this operation, counted against a quota; `NOBODY` where it needs no credential. Throws `unauthenticated`, or `rate-limited` when the quota is used up. */
  admit(operation: Pick<AnyOperation, 'method'> & Partial<Pick<AnyOperation, 'scope'>>): Promise<Principal>
  /**
   * Runs an attempt to prove who one is, such as a sign-in to an account, and returns what it returns. Undefined counts as a failure.
   * Throws `rate-limited` after too many failures for the account or from the caller's address.
   */
  readonly throttled: <Proof>(account: string, prove: () => Promise<Proof | undefined>) => Promise<Proof | undefined>
  /**
   * Opens a connection that stays, for who calls this stream. Throws what `admit` throws, `insufficient-scope`, and `rate-limited` when the
   * caller has too many. It is closed when `signal` is aborted.
   */
  connect(operation: StreamOperation, signal: AbortSignal | undefined): Promise<Connection>
  /** Told how every call over RPC ended. */
  tell(operation: AnyOperation, ended: Ended): void
  /** The time of the request, in milliseconds since the epoch. */
  now(): number
  readonly requestId: string
  /** How many calls the request makes. Default: 1. */
  readonly calls?: number | undefined
  /** The network address that the call comes from. */
  readonly address: string
  /** What the caller's `User-Agent` says, as it was sent. */
  readonly userAgent: string | undefined
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
  readonly database: Database
  /** Where the powers are noted that an operation asks of its caller, while its answer is to be kept for repetitions. */
  asked?: Power[] | undefined
  /** Checks the conditions of a write against the record it is about. Throws 412 `version-conflict`. */
  precondition?: ((target: unknown) => void) | undefined
  /** Signs cursors. */
  readonly signer: Signer
  /** Seals what is kept and may hold secrets. */
  readonly sealer: Sealer
  readonly webhooks: WebhookServices
  readonly limits: Limits
  /** Who may do what. */
  readonly access: Access
  /** What the application is called. */
  readonly naming: Naming
  /** The events that resources declare, by name. */
  readonly events: ReadonlyMap<string, EventSpec>
}

/** How a call of an operation ended. */
export interface Ended {
  succeeded: boolean
  /** Who called; undefined where that was not found out. */
  principal: Principal | undefined
  /** Parameters and body members, as they were sent. */
  input: unknown
  /** What it returned; undefined where it failed. */
  output?: unknown
}

/** What webhook endpoints are made with. */
export interface WebhookServices {
  /** Seals the secrets that sign deliveries. */
  readonly sealer: Sealer
  /** What is wrong with an address as the target of deliveries, as in "must be …"; undefined where they may go. */
  refusal(url: URL): Promise<string | undefined>
}

/** A connection that stays open, and whose it is. */
export interface Connection {
  /** The log, to be followed. */
  readonly feed: Pick<Feed, 'cursor' | 'subscribe'>
  /** The caller as it is now: its credential is looked at again every few seconds. */
  readonly principal: Principal
  /** Aborted when the connection must end; the reason is a `Problem` unless the caller has gone. */
  readonly signal: AbortSignal
  /** Resolves when the caller has taken enough of what it was sent. To be awaited before more is sent that exists already. */
  drained(): Promise<void>
  /** Told of entries that are about to be sent. Default: nobody wants to know. */
  readonly sending?: TellSent | undefined
  close(): void
}
