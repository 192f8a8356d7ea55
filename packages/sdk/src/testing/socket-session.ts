import { labelFaults, senderName } from '#core/realtime/sender'
import { refusalOf } from '#gateway/realtime/refusal'
import { channelsOf, LOBBY, requireChannel } from './channels.ts'
import type { Connection } from './connection.ts'
import { SOCKET_MESSAGES } from './protocol/socket-messages.ts'
import { formatCursor } from '#core/event-log/cursor'
import { invalid, parseJson } from './refuse.ts'
import { fault } from '#core/validation/fault'
import { Problem } from './problem.ts'
import { maySee, positionOf, subscription } from './log.ts'
import type { Principal } from './principal.ts'
import { admitted } from './opening.ts'
import type { Event } from './records.ts'
import type { MockRequest } from './request.ts'
import type { Service } from './service.ts'
import { validated } from './validate.ts'

/** The client's side of a socket. */
export interface Peer {
  send: (text: string) => void
  /** `code` is the code of the Close frame (RFC 6455, section 7.4.1); 1006 without a frame. */
  close: (code: number, reason: string) => void
}

/** Maximum number of channels of one socket. */
const MAX_CHANNELS = 50

/** Largest message that a socket accepts, in bytes. A larger one closes the socket with code 1009. */
const MAX_MESSAGE = 65_536

/** Maximum number of messages that a client may send in one second. */
const MAX_RATE = 20

/** Milliseconds between two checks that the client is there, which the service announces. */
const HEARTBEAT = 15_000

/** Close codes of problems that end a socket. All other problems have 1008, a policy violation. */
const CODES: Readonly<Record<string, number>> = { unavailable: 1001 }

type Said = Record<string, string | undefined>

/** One client on one socket, in the protocol of `/ws`. */
export class Session implements Connection {
  readonly kind = 'socket'
  principal: Principal
  readonly #service: Service
  readonly #peer: Peer
  readonly #id: string
  /** The channels that the client has joined, each with whether its events are pushed. */
  readonly #joined = new Map<string, boolean>()
  #label: string | undefined
  #after: string | undefined
  #second = { start: -Infinity, messages: 0 }

  readonly #handlers: Record<string, (said: Said) => void> = {
    join: ({ user, after }) => this.#join(user, after),
    subscribe: ({ channel, after }) => this.#subscribe(channel!, after ?? this.#after),
    unsubscribe: ({ channel }) => this.#unsubscribe(channel!),
    message: (said) => this.#message(said),
    ping: () => this.notify({ type: 'pong' }),
  }

  constructor(service: Service, principal: Principal, peer: Peer) {
    this.#service = service
    this.principal = principal
    this.#peer = peer
    this.#id = service.state.random.token(22)
    service.state.connections.add(this)
    service.state.followers.add(this.#follow)
  }

  get #isOver(): boolean {
    return !this.#service.state.connections.has(this)
  }

  /** Handles a message of the client: text, or anything else for a binary frame. */
  receive(data: unknown): void {
    if (this.#isOver) return
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : undefined
    if (bytes && bytes.length > MAX_MESSAGE) return this.#close(1009, '')
    if (this.#isFlooding()) return this.#close(1008, 'flood')
    try {
      if (!bytes) throw new Problem('bad-request', 'Messages are text frames with one JSON object.')
      this.#handle(parseJson(bytes))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.notify({
        type: 'error',
        code: error.code,
        detail: refusalOf(error) || this.#service.state.application.errorOf(error.code)[2],
      })
    }
  }

  /** Ends the session after the client has left. */
  leave(): void {
    this.#service.state.connections.delete(this)
    this.#service.state.followers.delete(this.#follow)
  }

  notify(message: object): void {
    if (!this.#isOver) this.#peer.send(JSON.stringify(message))
  }

  hear({ text, from, channel }: { text: string; from: string; channel: string }): void {
    if (this.#joined.has(channel)) this.notify({ type: 'message', text, from, channel })
  }

  end({ code }: Problem): void {
    this.#close(CODES[code] ?? 1008, code)
  }

  lose(): void {
    this.#close(1006, '')
  }

  #close(code: number, reason: string): void {
    this.leave()
    this.#peer.close(code, reason)
  }

  /** Counts messages by the clock of the mock, unless quotas are off. A clock that is set back starts a new window. */
  #isFlooding(): boolean {
    const time = this.#service.time()
    const { start } = this.#second
    if (time < start || time - start >= 1_000) this.#second = { start: time, messages: 0 }
    return ++this.#second.messages > MAX_RATE && this.#service.quotas !== 'off'
  }

  #handle(value: unknown): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('body', [fault('body', [], 'invalid-type', 'must be an object')])
    const { type, ...rest } = value as { type?: unknown }
    if (typeof type !== 'string' || !Object.hasOwn(SOCKET_MESSAGES, type)) throw unknownType()
    const members = SOCKET_MESSAGES[type]!
    // Unknown members are ignored.
    const known = Object.entries(rest).filter(([name]) => Object.hasOwn(members, name))
    this.#handlers[type]!(validated(members, Object.fromEntries(known), 'body') as Said)
  }

  #join(user: string | undefined, after: string | undefined): void {
    requireLabel(user)
    const { state } = this.#service
    if (after !== undefined) positionOf(after)
    this.#label = user
    this.#after = after
    this.#enter(LOBBY)
    const cursor = formatCursor({ epoch: state.epoch, seq: state.head })
    this.notify({ type: 'welcome', session: this.#id, cursor, heartbeat_ms: HEARTBEAT })
  }

  #subscribe(channel: string, after: string | undefined): void {
    const { state } = this.#service
    requireChannel(state, this.principal, channel)
    this.#requireRoomFor(channel)
    const { cursor, reset, missed } = subscription(state, after)
    this.#joined.set(channel, true)
    this.notify({ type: 'subscribed', channel, cursor })
    if (reset) this.notify({ type: 'notification', notification: 'reset', channel, cursor })
    for (const event of missed) this.#push(channel, event)
  }

  readonly #follow = (event: Event): void => {
    for (const [channel, isPushed] of this.#joined) if (isPushed) this.#push(channel, event)
  }

  #push(channel: string, entry: Event): void {
    const { state } = this.#service
    if (!channelsOf(state, entry).includes(channel) || !maySee(state, this.principal, entry)) return
    const { cursor, event, id, created_at, data } = entry
    this.notify({ type: 'push', channel, cursor, event, id, created_at, data })
  }

  #unsubscribe(channel: string): void {
    this.#joined.delete(channel)
    this.notify({ type: 'unsubscribed', channel })
  }

  #message({ text = '', channel = LOBBY, user = this.#label }: Said): void {
    requireLabel(user)
    if (channel === LOBBY) this.#enter(LOBBY)
    if (!this.#joined.has(channel))
      throw new Problem('forbidden', `A message to the channel ${channel} needs a subscription to it.`)
    const from = user ?? senderName(this.principal)
    for (const connection of this.#service.state.connections) connection.hear?.({ text, from, channel })
  }

  #enter(channel: string): void {
    if (this.#joined.has(channel)) return
    this.#requireRoomFor(channel)
    this.#joined.set(channel, false)
  }

  #requireRoomFor(channel: string): void {
    if (this.#joined.has(channel) || this.#joined.size < MAX_CHANNELS) return
    throw new Problem('rate-limited', `A socket has at most ${MAX_CHANNELS} channels. Unsubscribe from one first.`)
  }
}

/** Opens a socket at `/ws`. Throws the problem of a refused handshake, before any upgrade. */
export function openSocket(service: Service, request: MockRequest, peer: Peer): Session {
  if (request.path !== '/ws') throw new Problem('not-found', 'Sockets are opened at /ws.')
  const needs = { name: 'A socket', scope: service.state.application.scopeOf('events.list') }
  const principal = admitted(service, request, { kind: 'socket', needs, headers: {} })
  return new Session(service, principal, peer)
}

function requireLabel(label: string | undefined): void {
  const faults = labelFaults(label)
  if (faults.length > 0) throw invalid('body', faults)
}

function unknownType(): Problem {
  const message = `must be one of ${Object.keys(SOCKET_MESSAGES).join(', ')}`
  return invalid('body', [fault('body', ['type'], 'invalid-value', message)])
}
