import type { Client } from '../core/client.ts'
import { RosterError } from '../core/errors.ts'
import { sleep } from '../core/limits.ts'
import type { EventData } from '../resources/event-data.ts'
import { stayConnected } from './connections.ts'
import { RefusedError, ResetError, SocketClosedError } from './errors.ts'
import { type Ending, Link, type WebSocketClass } from './link.ts'
import { Listeners } from './listeners.ts'
import type { ChannelNotice, ClientMessage, ServerMessage, Subscribed } from './messages.ts'
import { type Command, Outbox } from './outbox.ts'
import type { SocketEvents } from './socket-events.ts'

/** The channel for texts between users. Every connection begins in the lobby, which has no events. */
const LOBBY = 'lobby'

/** Maximum number of messages that wait to be sent. */
const ROOM = 100

/** Codes of refusals that pass: another connection may join the channel. */
const PASSING = /^(?:overloaded|unavailable)$/

/** Milliseconds that `close` waits for the service to handle the messages that were sent. */
const PATIENCE = 5_000

/**
 * A WebSocket that stays open: a lost connection is replaced by another with a new ticket, for as long as it takes. Every channel continues after the last
 * event that came over it. `Data` maps event names to the data of the events.
 */
export class RosterSocket<Data = EventData> {
  readonly #WebSocket: WebSocketClass
  readonly #user: string | undefined
  readonly #listeners = new Listeners<SocketEvents<Data>>()
  readonly #outbox = new Outbox()
  /** The channels that the socket has joined, with the cursor after which each continues. */
  readonly #channels = new Map<string, string | undefined>([[LOBBY, undefined]])
  /** The last subscription to each channel, until the service responds to it. */
  readonly #joining = new Map<string, Promise<Subscribed>>()
  readonly #closing = new AbortController()
  readonly #done: Promise<void>
  #link: Link | undefined
  /** Why the socket is closed, or undefined. */
  #end: RosterError | undefined

  constructor(client: Client, WebSocket: WebSocketClass, user: string | undefined) {
    this.#WebSocket = WebSocket
    this.#user = user
    const { signal } = this.#closing
    const talk = (url: string) => this.#talk(url)
    const connected = stayConnected(client, signal, talk, (loss) => this.#listeners.tell('reconnecting', loss))
    this.#done = connected.catch((error) => this.#finish(this.#end ?? (signal.aborted ? undefined : error)))
  }

  /** Adds a listener for an event of the socket. Returns the function that removes the listener. */
  on<Name extends keyof SocketEvents>(name: Name, listener: (value: SocketEvents<Data>[Name]) => void): () => void {
    return this.#listeners.add(name, listener)
  }

  /**
   * Joins a channel: `users`, `users.<id>`, `orders`, `orders.<user_id>`, `system` or `lobby`. Its events come as `push`, from now on or after the cursor
   * `after`. Without `after`, a channel that is already joined continues from its current position. Resolves when the service accepts the subscription; throws
   * a `RefusedError` when the service refuses it.
   */
  subscribe(channel: string, { after }: { after?: string | undefined } = {}): Promise<Subscribed> {
    const joined = after === undefined && !this.#end ? this.#joined(channel) : undefined
    return joined ?? this.#join(channel, after)
  }

  /** Leaves a channel. */
  async unsubscribe(channel: string): Promise<void> {
    this.#channels.delete(channel)
    this.#joining.delete(channel)
    await this.#ask({ type: 'unsubscribe', channel })
  }

  /**
   * Sends a text to a channel, by default `lobby`. Every socket in the channel gets the text, this one included. You must have joined the channel, except for
   * `lobby`. Without a connection, up to 100 texts wait for the next one. Resolves when the service has passed the text on. Listeners of `error` get a failure
   * as well, so that the promise need not be awaited.
   */
  send(channel: string | undefined = LOBBY, text: string): Promise<void> {
    const sent = this.#send(channel, text)
    sent.catch((error) => this.#listeners.tell('error', error))
    return sent
  }

  /** Sends a ping. Resolves when the service has responded. */
  async ping(): Promise<void> {
    await this.#ask({ type: 'ping' })
  }

  /** Closes the socket for good, once the service has passed on the texts that were sent, or after five seconds. */
  async close(): Promise<void> {
    // The service responds in order: first to messages that were sent before the ping.
    if (this.#outbox.isOpen) await Promise.race([this.ping(), sleep(PATIENCE, this.#closing.signal)]).catch(() => {})
    this.#shut()
    await this.#done
  }

  /** Runs one connection until it ends. */
  async #talk(url: string): Promise<Ending> {
    this.#closing.signal.throwIfAborted()
    this.#link = new Link(new this.#WebSocket(url), {
      onOpen: (write) => this.#outbox.open(write, this.#greeting()),
      onMessage: (message) => this.#receive(message),
      onSilence: () => void this.ping().catch(() => {}), // A lost connection is reported as `reconnecting`.
    })
    const ending = await this.#link.ended
    this.#outbox.close()
    return ending
  }

  /** Returns the first messages of a connection: a join, then subscriptions. While a refusal may pass, the next connection joins the channel where it stands. */
  #greeting(): Command[] {
    const joined = [...this.#channels].filter(([channel]) => channel !== LOBBY)
    const subscriptions = joined.map(([channel, after]): Command => ({
      message: { type: 'subscribe', channel, after },
      reject: (error) => {
        const { code } = error as RefusedError
        if (PASSING.test(code)) return this.#link!.giveUp(code)
        this.#channels.delete(channel)
        this.#listeners.tell('error', error)
      },
    }))
    const join: ClientMessage = { type: 'join', user: this.#user }
    return [{ message: join, reject: (error) => this.#listeners.tell('error', error) }, ...subscriptions]
  }

  /** Returns the subscription to a channel that the socket has joined or is about to join; undefined for others. */
  #joined(channel: string): Promise<Subscribed> | undefined {
    const cursor = this.#channels.get(channel)
    return this.#joining.get(channel) ?? (cursor === undefined ? undefined : Promise.resolve({ channel, cursor }))
  }

  #join(channel: string, after: string | undefined): Promise<Subscribed> {
    const joining: Promise<Subscribed> = this.#ask({ type: 'subscribe', channel, after })
      .then((answer) => ({ channel, cursor: (answer as Subscribed).cursor }))
      .finally(() => {
        if (this.#joining.get(channel) === joining) this.#joining.delete(channel)
      })
    this.#joining.set(channel, joining)
    return joining
  }

  async #ask(message: ClientMessage): Promise<ServerMessage> {
    if (this.#end) throw this.#end
    return new Promise((resolve, reject) => this.#outbox.add({ message, resolve, reject }))
  }

  async #send(channel: string, text: string): Promise<void> {
    if (this.#outbox.length >= ROOM) throw new RosterError(`${ROOM} messages wait to be sent. Await \`send\`.`)
    await this.#ask({ type: 'message', channel, text })
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'error') return this.#refuse(message)
    const { type, ...content } = message
    const { channel, cursor, notification } = content as Partial<ChannelNotice>
    const isReset = notification === 'reset' && channel !== undefined
    if (type === 'subscribed') this.#channels.set(channel!, cursor)
    if (type === 'unsubscribed') this.#channels.delete(channel!)
    this.#outbox.answer(message)
    if (channel !== undefined && !this.#channels.has(channel)) return
    if (type === 'push' || isReset) this.#channels.set(channel!, cursor)
    if (isReset) this.#reset(channel, cursor!)
    else this.#listeners.tell(type as 'push', content as never)
  }

  #refuse({ code, detail }: { code: string; detail: string }): void {
    const error = new RefusedError(code, detail)
    if (!this.#outbox.refuse(error)) this.#listeners.tell('error', error)
  }

  #reset(channel: string, cursor: string): void {
    if (this.#listeners.tell('reset', { channel, cursor })) return
    this.#end = new ResetError(cursor)
    this.#shut()
  }

  #shut(): void {
    this.#closing.abort()
    this.#link?.close()
  }

  #finish(error: RosterError | undefined): void {
    const closed = new SocketClosedError(1000, '')
    const { code, reason } = error instanceof SocketClosedError ? error : closed
    const told = this.#outbox.end((this.#end = error ?? closed))
    const isHeard = this.#listeners.tell('close', { code, reason, error })
    if (error && told === 0 && !isHeard) throw error
  }
}
