import type { Sealer } from '../crypto/sealer.ts'
import type { Signer } from '../crypto/signer.ts'
import type { AnyOperation } from '../contract/operation.ts'
import type { Principal } from '../contract/principal.ts'
import type { Access, Power } from '../contract/access.ts'
import type { EventSpec } from '../contract/events.ts'
import type { Naming } from '../contract/naming.ts'
import type { StreamOperation } from '../contract/stream-operation.ts'
import type { Database } from '../data/database.ts'
import type { Query } from '../data/statement.ts'
import type { TellSent } from '../event-log/event-span.ts'
import type { Feed } from '../event-log/feed.ts'
import type { Limits } from './limits.ts'

/** The context of an operation: what it gets beside its input. Each request has its own context. */
export interface Context {
  /**
   * Returns the caller of an operation, and counts the call against a quota; `NOBODY` for an operation that needs no credential. Throws `unauthenticated`, or
   * `rate-limited` when the quota is used up.
   */
  admit(operation: Pick<AnyOperation, 'method'> & Partial<Pick<AnyOperation, 'scope'>>): Promise<Principal>
  /**
   * Runs an attempt to prove an identity, such as a sign-in to an account, and returns its result. Undefined counts as a failure. Throws `rate-limited` after
   * too many failures for the account or from the caller's address. `query` reads what the limits depend on: where the attempt is part of a transaction, inside
   * it, since outside the embedded database would wait for its end for ever.
   */
  readonly throttled: <Proof>(
    account: string,
    prove: () => Promise<Proof | undefined>,
    query: Query,
  ) => Promise<Proof | undefined>
  /**
   * Opens a lasting connection for the caller of this stream. Throws what `admit` throws, `insufficient-scope`, and `rate-limited` when the caller has too many
   * connections. The connection is closed when `signal` is aborted.
   */
  connect(operation: StreamOperation, signal: AbortSignal | undefined): Promise<Connection>
  /** Called with the outcome of every call over RPC. */
  tell(operation: AnyOperation, ended: Ended): void
  /** Returns an output as every transport shows it. Default: as its schema's parser returns it. */
  readonly shown?: Shown | undefined
  /** The time of the request, in milliseconds since the epoch. */
  now(): number
  readonly requestId: string
  /** Number of calls in the request. Default: 1. */
  readonly calls?: number | undefined
  /** The network address that the call comes from. */
  readonly address: string
  /** `User-Agent` header of the caller, as it was sent. */
  readonly userAgent: string | undefined
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
  readonly database: Database
  /** Collects the powers that an operation asks of its caller, while its response is to be kept for repeated requests. */
  asked?: Power[] | undefined
  /** Checks the conditional headers of a write against the record that it changes. Throws 412 `version-conflict`. */
  precondition?: ((target: unknown) => void) | undefined
  /** Signs cursors. */
  readonly signer: Signer
  /** Seals stored values that may hold secrets. */
  readonly sealer: Sealer
  readonly webhooks: WebhookServices
  readonly limits: Limits
  /** Access rules of the application. */
  readonly access: Access
  /** Names of the application. */
  readonly naming: Naming
  /** The events that resources declare, by name. */
  readonly events: ReadonlyMap<string, EventSpec>
}

/** Returns the members of an output that its contract declares. */
export type Shown = (operation: AnyOperation, output: unknown) => unknown

/** The outcome of a call of an operation. */
export interface Ended {
  succeeded: boolean
  /** The caller; undefined where it is not known. */
  principal: Principal | undefined
  /** Parameters and body members, as they were sent. */
  input: unknown
  /** Output of the call; undefined where the call failed. */
  output?: unknown
}

/** The services that operations on webhook endpoints work with. */
export interface WebhookServices {
  /** Seals the secrets that sign deliveries. */
  readonly sealer: Sealer
  /** Returns what is wrong with an address as the target of deliveries, as in "must be …"; undefined for an allowed address. */
  refusal(url: URL): Promise<string | undefined>
}

/** A lasting connection of a caller. */
export interface Connection {
  /** The event log, to be followed. */
  readonly feed: Pick<Feed, 'cursor' | 'subscribe'>
  /** The caller as it is now: its credential is checked again every few seconds. */
  readonly principal: Principal
  /** Aborted when the connection must end. The reason is a `Problem`, unless the caller has disconnected. */
  readonly signal: AbortSignal
  /** Resolves when the caller has received enough of what was sent. Await it before sending more entries that exist already. */
  drained(): Promise<void>
  /** Called with entries that are about to be sent. Default: no call. */
  readonly sending?: TellSent | undefined
  close(): void
}
