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

/** What connections that stay open work with. */
export interface RealtimeOptions {
  /** The log as this process follows it. */
  feed: Pick<Feed, 'cursor' | 'subscribe'>
  /** Which events go to which channel, and who may have it. */
  channels: Channels
  /** Carries what clients say to each other. */
  messages: Messages
  limit: ConnectionLimit
  /** Whom a ticket was given to; undefined when it is no good. Needs `current`. Default: no tickets are known. */
  redeemTicket?: (ticket: string) => Promise<Principal | undefined>
  /** A principal that was let in before, as it is now. Default: the credential of its handshake is verified again. */
  current?: (principal: Principal) => Promise<Principal | undefined>
  /** Throws `csrf` for a request that carries a session cookie and comes from a page of another origin. Default: never. */
  requireOwnPage?: (request: IncomingMessage) => void
  /** How often credentials are looked at again, in milliseconds. Default: 2,000. */
  checkInterval?: number
  counters?: RealtimeCounters
  /** What traces are made with. Default: nothing is traced. */
  tracing?: Tracing | undefined
}

/** What a connection is to be. */
export interface Opening {
  kind: ConnectionKind
  transport: Transport
  /** What its caller must hold. */
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

  /** `challenges` say what proves a caller in place of a ticket that is no good. */
  constructor(options: RealtimeOptions, authenticate: Authenticate, challenges: readonly string[]) {
    this.#options = options
    this.#authenticate = authenticate
    this.#challenges = challenges
    this.counters = options.counters ?? newCounters()
    this.#watch = new CredentialWatch(options.checkInterval)
    options.messages.onNotice((notice) => this.#notify(notice))
  }

  /**
   * Throws `csrf` for a request that carries a session cookie and comes from a page of another origin. With a ticket the cookie, which browsers send along,
   * counts for nothing.
   */
  requireOwnPage(raw: IncomingMessage): void {
    if (!hasTicket(raw)) this.#options.requireOwnPage?.(raw)
  }

  /** Who opens a connection: by its ticket, or by the credential in its headers. Throws like `requireOwnPage` and `authenticate`. */
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

  /** Opens a connection for a caller that was admitted. Throws `insufficient-scope`, `rate-limited`, and `unavailable` while draining. */
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

  /** Ends every connection, those included that are opened from now on. */
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

/** The ticket in the target of a request; undefined where there is none. Throws `bad-request` where there are two. */
export function ticketOf({ url = '' }: IncomingMessage): string | undefined {
  const [ticket, other] = Array.from(url.matchAll(TICKET), ([, text]) => text)
  if (other !== undefined) throw twoCredentials()
  return ticket
}
