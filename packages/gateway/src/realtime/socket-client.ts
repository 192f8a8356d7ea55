import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { invalid } from '@roster/core'
import { Problem } from '@roster/core/contract'
import {
  asProblem,
  type Channels,
  type Entry,
  labelFaults,
  LOBBY,
  positionOf,
  refused,
  senderName,
  type Subscription,
} from '@roster/core/server'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import { parseJson } from '../http/json.ts'
import { isOurFault } from '../problems/problem.ts'
import { type LiveConnection, SlowReader } from '../connections/connection.ts'
import type { RealtimeCounters } from '../connections/counters.ts'
import { Flood, floodGate, MAX_MESSAGES } from './flood.ts'
import { HEARTBEAT } from './heartbeat.ts'
import { type ClientMessage, clientMessage, type Said, type ServerMessage } from './protocol.ts'
import { pump } from './pump.ts'
import type { Pushes } from './pushes.ts'
import { refusalOf } from './refusal.ts'
import type { Member, Rooms } from './rooms.ts'
import { MAX_MESSAGE } from './sockets.ts'

/** Most channels that one socket may have. */
const MAX_CHANNELS = 50

/** Largest size of the messages of one socket that wait until those before them are handled, in bytes: those that it may send in a second. */
const MAX_WAITING = MAX_MESSAGES * MAX_MESSAGE

/** How long a flood waits for the answers to the messages before it, in milliseconds. */
const FLOOD_WAIT = 1_000

/** The parts that all socket clients share. */
export interface SharedParts {
  channels: Channels
  pushes: Pushes
  rooms: Rooms
  counters: RealtimeCounters
  now: () => number
  log: FastifyBaseLogger
}

/** The signal that ends pushes to a channel, and the function that subscribes again. */
interface Pushing {
  signal: AbortSignal
  resubscribe: () => Promise<Subscription>
}

type Handlers = { [Type in ClientMessage['type']]: (said: Said<Type>) => void | Promise<void> }

/** One client on one socket, in the protocol of `/ws`. */
export class SocketClient implements Member {
  readonly #socket: WebSocket
  readonly #connection: LiveConnection
  readonly #around: SharedParts
  readonly #id = randomUUID()
  readonly #isFlooding = floodGate()
  #hasFlooded = false
  /** Controllers that end the subscriptions, by joined channel. */
  readonly #joined = new Map<string, AbortController>()
  #label: string | undefined
  #after: string | undefined
  #work = Promise.resolve()
  /** Size of the messages that wait, in bytes. */
  #waiting = 0

  readonly #handlers: Handlers = {
    join: ({ user, after }) => this.#join(user, after),
    subscribe: ({ channel, after }) => this.#subscribe(channel, after ?? this.#after),
    unsubscribe: ({ channel }) => this.#unsubscribe(channel),
    message: (said) => this.#message(said),
    ping: () => this.#say({ type: 'pong' }),
  }

  constructor(socket: WebSocket, connection: LiveConnection, around: SharedParts) {
    this.#socket = socket
    this.#connection = connection
    this.#around = around
    socket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary))
    connection.notify = (notice) => this.#say(notice)
    connection.signal.addEventListener('abort', () => this.#leaveAll())
  }

  /** Writes to the client. Ends the connection when too much is unsent. */
  deliver(frame: Buffer): void {
    if (this.#connection.signal.aborted) return
    this.#socket.send(frame, { binary: false })
    try {
      this.#connection.requireRoom()
    } catch (slow) {
      this.#connection.end(slow)
    }
  }

  #say(message: ServerMessage): void {
    this.deliver(Buffer.from(JSON.stringify(message)))
  }

  /**
   * Handles messages one after another, so that each sees the effects of the one before. The first one too many, or too much while
   * the database is slow, ends the connection once those before it are answered, or after a second.
   */
  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#connection.signal.aborted || this.#hasFlooded) return
    this.#waiting += data.length
    this.#hasFlooded = this.#isFlooding(this.#around.now()) || this.#waiting > MAX_WAITING
    if (this.#hasFlooded) return void this.#endFlood()
    this.#work = this.#work.then(() => this.#handle(data, isBinary)).catch((error: unknown) => this.#refuse(error))
  }

  async #endFlood(): Promise<void> {
    await Promise.race([this.#work, wait(FLOOD_WAIT, undefined, { ref: false })])
    this.#connection.end(new Flood())
  }

  async #handle(data: Buffer, isBinary: boolean): Promise<void> {
    this.#waiting -= data.length
    if (this.#connection.signal.aborted) return
    if (isBinary) throw new Problem('bad-request', 'Messages are text frames with one JSON object.')
    const result = clientMessage.safeParse(parseJson(data), { reportInput: true })
    if (!result.success) throw refused(result.error, 'body')
    const handle = this.#handlers[result.data.type] as (said: ClientMessage) => void | Promise<void>
    await handle(result.data)
  }

  #refuse(error: unknown): void {
    const problem = asProblem(error)
    if (isOurFault(problem)) this.#around.log.error({ err: problem.cause ?? problem }, problem.message)
    this.#say({ type: 'error', code: problem.code, detail: refusalOf(problem) })
  }

  #join(user: string | undefined, after: string | undefined): void {
    requireLabel(user)
    if (after !== undefined) positionOf(after)
    this.#label = user
    this.#after = after
    this.#enter(LOBBY)
    this.#say({
      type: 'welcome',
      session: this.#id,
      cursor: this.#connection.feed.cursor,
      heartbeat_ms: HEARTBEAT,
    })
  }

  async #subscribe(channel: string, after: string | undefined): Promise<void> {
    const { channels } = this.#around
    await channels.require(this.#connection.principal, channel)
    this.#requireRoomFor(channel)
    const own = new AbortController()
    const { signal } = own
    const follow = (from?: string) => this.#follow(channel, from, signal)
    const subscription = await follow(after)
    if (this.#connection.signal.aborted) return
    this.#leave(channel)
    this.#enter(channel, own)
    this.#say({ type: 'subscribed', channel, cursor: subscription.cursor })
    void this.#push(channel, subscription, { signal, resubscribe: follow })
  }

  /** Subscribes to the entries of the log that are on a channel and that this caller may see. */
  #follow(channel: string, after: string | undefined, signal: AbortSignal): Promise<Subscription> {
    const { channels, pushes } = this.#around
    const isFor = (entry: Entry) => channels.maySee(this.#connection.principal, entry) && pushes.isOn(entry, channel)
    const selection = () => channels.selection(this.#connection.principal, channel)
    return this.#connection.feed.subscribe({ after, signal, isFor, selection })
  }

  async #push(channel: string, subscription: Subscription, { signal, resubscribe }: Pushing): Promise<void> {
    const { counters, pushes } = this.#around
    try {
      await pump(this.#connection, counters, subscription, {
        partsOf: (batch) => pushes.partsOf(batch, channel),
        send: (frame) => void (signal.aborted || this.deliver(frame)),
        reset: (cursor) => this.#say({ type: 'notification', notification: 'reset', channel, cursor }),
        resubscribe,
      })
    } catch (error) {
      this.#connection.end(error instanceof SlowReader ? error : asProblem(error))
    }
  }

  #unsubscribe(channel: string): void {
    this.#leave(channel)
    this.#say({ type: 'unsubscribed', channel })
  }

  #message({ text, channel = LOBBY, user = this.#label }: Said<'message'>): void {
    requireLabel(user)
    if (channel === LOBBY) this.#enter(LOBBY)
    if (!this.#joined.has(channel))
      throw new Problem('forbidden', `A message to the channel ${channel} needs a subscription to it.`)
    this.#around.rooms.publish({ text, from: user ?? senderName(this.#connection.principal), channel })
  }

  #requireRoomFor(channel: string): void {
    if (this.#joined.has(channel) || this.#joined.size < MAX_CHANNELS) return
    throw new Problem('rate-limited', `A socket has at most ${MAX_CHANNELS} channels. Unsubscribe from one first.`)
  }

  #enter(channel: string, subscription = new AbortController()): void {
    if (this.#joined.has(channel)) return
    this.#requireRoomFor(channel)
    this.#joined.set(channel, subscription)
    this.#around.rooms.join(channel, this)
  }

  #leave(channel: string): void {
    this.#joined.get(channel)?.abort()
    this.#joined.delete(channel)
    this.#around.rooms.leave(channel, this)
  }

  #leaveAll(): void {
    for (const channel of this.#joined.keys()) this.#leave(channel)
  }
}

/** Throws `validation-failed` for a label that is not allowed. */
function requireLabel(label: string | undefined): void {
  const faults = labelFaults(label)
  if (faults.length > 0) throw invalid('body', faults)
}
