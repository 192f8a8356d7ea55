import type { IncomingMessage } from 'node:http'
import { holdsScope, requirePresent, requireScope } from '@roster/core'
import { type AnyOperation, type Principal, Problem } from '@roster/core/contract'
import { type Channels, type Feed, type Messages, type Notice, sendingOn, type Tracing } from '@roster/core/server'
import { type Authenticate, twoCredentials, unauthenticated } from '../auth/credentials.ts'
import { queryKeysOf } from '../auth/query-key.ts'
import { LiveConnection } from './connection.ts'
import { newCounters, type RealtimeCounters, type Transport } from './counters.ts'
import { CredentialWatch } from './credential-watch.ts'
import type { ConnectionKind, ConnectionLimit } from './limit.ts'

/** Options of connections that stay open. */
export interface RealtimeOptions {
  /** The log of events, as this process follows it. */
  feed: Pick<Feed, 'cursor' | 'subscribe'>
  /** Rules for which events go to which channel, and who may receive a channel. */
  channels: Channels
  /** Carries messages between clients. */
  messages: Messages
  limit: ConnectionLimit
  /** Returns the principal that a ticket was given to, or undefined when the ticket is not valid. Needs `current`. Default: no tickets are known. */
  redeemTicket?: (ticket: string) => Promise<Principal | undefined>
  /**
   * Returns the current state of an admitted principal, or undefined when its credential has ended. Default: the credential of the handshake is
   * verified again.
   */
  current?: (principal: Principal) => Promise<Principal | undefined>
  /** Throws `csrf` for a request that carries a session cookie and comes from a page of another origin. Default: never. */
  requireOwnPage?: (request: IncomingMessage) => void
  /** Interval between checks of credentials, in milliseconds. Default: 2,000. */
  checkInterval?: number
  counters?: RealtimeCounters
  /** Makes traces. Default: nothing is traced. */
  tracing?: Tracing | undefined
}

/** Kind, transport and needed scope of a connection to open. */
export interface Opening {
  kind: ConnectionKind
  transport: Transport
  /** The operation whose scope the caller must hold. */
  needs: Pick<AnyOperation, 'name' | 'scope'>
}

/** The connections of a process that stay open. */
export class Connections {
  readonly counters: RealtimeCounters
  readonly #options: RealtimeOptions
  readonly #authenticate: Authenticate
  readonly #challenges: readonly string[]
  readonly #watch: CredentialWatch
  readonly #open = new Set<LiveConnection>()
  #isDraining = false

  /** `challenges` name the credentials that a caller may use in place of an invalid ticket. */
  constructor(options: RealtimeOptions, authenticate: Authenticate, challenges: readonly string[]) {
    this.#options = options
    this.#authenticate = authenticate
    this.#challenges = challenges
    this.counters = options.counters ?? newCounters()
    this.#watch = new CredentialWatch(options.checkInterval)
    options.messages.onNotice((notice) => this.#notify(notice))
  }

  /**
   * Throws `csrf` for a request that carries a session cookie and comes from a page of another origin. With a ticket, the cookie, which browsers send
   * along, is ignored.
   */
  requireOwnPage(raw: IncomingMessage): void {
    if (!hasTicket(raw)) this.#options.requireOwnPage?.(raw)
  }

  /** Returns the principal that opens a connection: by its ticket, or by the credential in its headers. Throws like `requireOwnPage` and `authenticate`. */
  async identify(raw: IncomingMessage): Promise<Principal> {
    this.requireOwnPage(raw)
    const ticket = ticketOf(raw)
    if (ticket === undefined) return this.#authenticate(raw)
    const { authorization, 'x-api-key': key } = raw.headers
    if (authorization || key || queryKeysOf(raw).length > 0) throw twoCredentials()
    const principal = await this.#options.redeemTicket?.(ticket)
    if (principal) return principal
    throw unauthenticated('The ticket is unknown, used or expired. Get another one.', this.#challenges)
  }

  /**
   * Opens a connection for an admitted caller. Throws `insufficient-scope` and `rate-limited`. While draining, ends the connection at once with
   * `unavailable`.
   */
  async open(raw: IncomingMessage, principal: Principal, { kind, transport, needs }: Opening) {
    const { feed, tracing } = this.#options
    requirePresent(principal)
    requireScope(needs, principal)
    const release = await this.#options.limit.take(kind, principal.id)
    const ask = () => this.#ask(raw, connection.principal)
    const connection = new LiveConnection(feed, principal, ask, sendingOn(tracing))
    const forget = this.#watch.watch({
      ask,
      onPrincipal: (now) => void (connection.principal = now),
      onEnd: (problem) => connection.end(problem),
    })
    this.#open.add(connection)
    this.counters.open[transport]++
    connection.signal.addEventListener('abort', () => {
      release()
      forget()
      this.#open.delete(connection)
      this.counters.open[transport]--
    })
    if (this.#isDraining) connection.end(stopping())
    return connection
  }

  /** Ends every connection, also those that are opened from now on. */
  drain(): void {
    this.#isDraining = true
    for (const connection of this.#open) connection.end(stopping())
  }

  #notify({ scope, notification, details }: Notice): void {
    const { cursor } = this.#options.feed
    for (const connection of this.#open)
      if (holdsScope(connection.principal, scope))
        connection.notify({ type: 'notification', notification, cursor, ...details })
  }

  async #ask(raw: IncomingMessage, principal: Principal): Promise<Principal> {
    const { current } = this.#options
    if (!current) return this.#authenticate(raw)
    const now = await current(principal)
    if (now) return now
    throw new Problem('unauthenticated', 'The credential has expired or was revoked.')
  }
}

const stopping = () => new Problem('unavailable', 'The service is stopping.', { headers: { 'retry-after': '1' } })

const TICKET = /[?&]ticket=([^&]*)/g

const hasTicket = ({ url = '' }: IncomingMessage) => url.search(TICKET) !== -1

/** Returns the ticket in the target of a request, or undefined when there is none. Throws `bad-request` for two tickets. */
export function ticketOf({ url = '' }: IncomingMessage): string | undefined {
  const [ticket, other] = Array.from(url.matchAll(TICKET), ([, text]) => text)
  if (other !== undefined) throw twoCredentials()
  return ticket
}
