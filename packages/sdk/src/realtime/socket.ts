import type { APIError } from '../core/api-errors.ts'
import type { Client } from '../core/client.ts'
import { RosterError } from '../core/errors.ts'
import { sleep } from '../core/limits.ts'
import { mayPass } from '../core/retries.ts'
import type { Ticket } from '../resources/realtime.ts'
import { RefusedError, ResetError, SocketClosedError } from './errors.ts'
import type { Reset } from './event.ts'
import { type Ending, Link, type WebSocketClass } from './link.ts'
import { Listeners } from './listeners.ts'
import type {
  ChannelMessage,
  ChannelNotice,
  ClientMessage,
  Push,
  ServerMessage,
  Subscribed,
  Welcome,
} from './messages.ts'
import { type Command, Outbox } from './outbox.ts'
import { delayAfter, FOR_EVER } from './reconnection.ts'

/** What a socket tells, by name. */
export interface SocketEvents {
  /** The socket is open, for the first time or again. */
  welcome: Welcome
  /** Something happened that goes to a channel of this socket. */
  push: Push
  /** Somebody said something in a channel of this socket, the lobby included. */
  message: ChannelMessage
  /** The service tells something besides events, such as `webhook.disabled`. */
  notification: ChannelNotice
  /** Events of a channel were missed. Without a listener this closes the socket with a `ResetError`. */
  reset: Reset & { channel: string }
  /** A message was not passed on, or a channel could not be joined again after a connection was lost. */
  error: RosterError
  /** The connection was lost. Another is opened after `delay` milliseconds. */
  reconnecting: { code: number; reason: string; delay: number }
  /** The socket is closed for good: by you, or because of `error`, which is thrown if nobody is told of it. */
  close: { code: number; reason: string; error: RosterError | undefined }
}

/** The channel where people talk to each other. */
const LOBBY = 'lobby'

/** Most messages that wait to be sent. */
const ROOM = 100

/** Clients of a service that goes away come back within so many milliseconds. */
const SPREAD = 5_000

/** How long `close` waits for what was sent to be taken, in milliseconds. */
const PATIENCE = 5_000

/**
 * A WebSocket that stays: when its connection is lost another is opened with a fresh ticket, for as long as it takes, and every channel goes on
 * after the last event that came by it.
 */
export class RosterSocket {
  readonly #client: Client
  readonly #WebSocket: WebSocketClass
  readonly #user: string | undefined
  readonly #listeners = new Listeners<SocketEvents>()
  readonly #outbox = new Outbox()
  /** The channels that it has joined, and the cursor from which each goes on. Every connection begins in the lobby, which has no events. */
  readonly #channels = new Map<string, string | undefined>([[LOBBY, undefined]])
  readonly #closing = new AbortController()
  readonly #done: Promise<void>
  #link: Link | undefined
  /** Why it is closed. */
  #end: RosterError | undefined

  constructor(client: Client, WebSocket: WebSocketClass, user: string | undefined) {
    this.#client = client
    this.#WebSocket = WebSocket
    this.#user = user
    this.#done = this.#run()
  }

  /** Calls a function whenever something happens. Returns the function that ends that. */
  on<Name extends keyof SocketEvents>(name: Name, listener: (value: SocketEvents[Name]) => void): () => void {
    return this.#listeners.add(name, listener)
  }

  /**
   * Joins a channel: `users`, `users.<id>`, `orders`, `orders.<user_id>`, `system` or `lobby`. Its events come as `push` from now on, or from
   * the cursor `after` on. Resolves when the service has taken it; throws a `RefusedError` when it does not.
   */
  async subscribe(channel: string, { after }: { after?: string | undefined } = {}): Promise<Subscribed> {
    const { cursor } = (await this.#ask({ type: 'subscribe', channel, after })) as Subscribed
    return { channel, cursor }
  }

  /** Leaves a channel. */
  async unsubscribe(channel: string): Promise<void> {
    this.#channels.delete(channel)
    await this.#ask({ type: 'unsubscribe', channel })
  }

  /**
   * Says something in a channel, which everybody hears who has joined it, you included; everywhere but in `lobby` you must have joined it. What is
   * said while there is no connection waits for the next, up to 100 messages. Resolves when the service has passed it on. A failure is told
   * to listeners of `error` as well, so that it need not be awaited.
   */
  send(channel: string, text: string): Promise<void> {
    const sent = this.#send(channel, text)
    sent.catch((error) => this.#listeners.tell('error', error))
    return sent
  }

  /** Resolves when the service has answered. */
  async ping(): Promise<void> {
    await this.#ask({ type: 'ping' })
  }

  /** Closes the socket for good, once the service has passed on what was sent, or after five seconds. */
  async close(): Promise<void> {
    // What was asked before is answered before.
    if (this.#outbox.isOpen) await Promise.race([this.ping(), sleep(PATIENCE, this.#closing.signal)]).catch(() => {})
    this.#shut()
    await this.#done
  }

  async #run(): Promise<void> {
    try {
      await this.#stayConnected()
    } catch (error) {
      this.#finish(this.#closing.signal.aborted ? closed(1000, '') : (error as RosterError))
    }
  }

  /** Opens one connection after another, until something is thrown that another would not change. */
  async #stayConnected(): Promise<never> {
    const { signal } = this.#closing
    for (let losses = 1; ; losses++) {
      const { code, reason, wasOpen } = await this.#connect().catch(lostBefore)
      if (code === 1008) throw closed(code, reason)
      if (wasOpen) losses = 1
      else await this.#requirePermission()
      const delay = code === 1001 ? Math.random() * SPREAD : delayAfter(losses)
      if (!signal.aborted) this.#listeners.tell('reconnecting', { code, reason, delay })
      await sleep(delay, signal)
    }
  }

  /** One connection, from its ticket to its end. */
  async #connect(): Promise<Ending> {
    const { signal } = this.#closing
    const asked = this.#client.request<Ticket>('POST', '/v1/realtime/tickets', {}, { ...FOR_EVER, signal })
    const { ticket } = await asked
    const url = `${this.#client.baseUrl.replace('http', 'ws')}/ws?ticket=${ticket}`
    this.#link = new Link(new this.#WebSocket(url), {
      onOpen: (write) => this.#outbox.open(write, this.#greeting()),
      onMessage: (message) => this.#receive(message),
      onSilence: () => void this.ping().catch(() => {}), // A lost connection is told of as such.
    })
    const ending = await this.#link.ended
    this.#outbox.close()
    return ending
  }

  /** A handshake that is refused does not say why; a stream needs the same permission, and does. */
  async #requirePermission(): Promise<void> {
    const { signal } = this.#closing
    const refused = (error: APIError) => {
      if (error.status === 401 || error.status === 403) throw error
    }
    const asked = this.#client.open('GET', '/events', {}, { signal, maxRetries: 0 })
    await asked.then(({ body }) => body?.cancel(), refused)
  }

  /** What a connection begins with. */
  #greeting(): Command[] {
    const join: ClientMessage = { type: 'join', user: this.#user }
    const channels = [...this.#channels].filter(([channel]) => channel !== LOBBY)
    const subscriptions = channels.map(([channel, after]): ClientMessage => ({ type: 'subscribe', channel, after }))
    return [join, ...subscriptions].map((message) => ({
      message,
      isGreeting: true,
      resolve: () => {},
      reject: (error) => this.#refuseGreeting(message, error),
    }))
  }

  #refuseGreeting(message: ClientMessage, error: RosterError): void {
    if (!(error instanceof RefusedError)) return
    if (message.type === 'subscribe') this.#channels.delete(message.channel)
    this.#listeners.tell('error', error)
  }

  async #ask(message: ClientMessage): Promise<ServerMessage> {
    if (this.#end) throw this.#end
    return new Promise((resolve, reject) => this.#outbox.add({ message, isGreeting: false, resolve, reject }))
  }

  async #send(channel: string, text: string): Promise<void> {
    if (this.#outbox.length >= ROOM) throw new RosterError(`${ROOM} messages wait to be sent. Await \`send\`.`)
    await this.#ask({ type: 'message', channel, text })
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'error') return this.#refuse(message)
    const { type, ...content } = message
    const { channel, cursor } = content as Partial<Subscribed>
    if (type === 'subscribed') this.#channels.set(channel!, cursor)
    if (type === 'unsubscribed') this.#channels.delete(channel!)
    this.#outbox.answer(message)
    if (channel !== undefined && !this.#channels.has(channel)) return
    if (type === 'push') this.#channels.set(channel!, cursor)
    if (type === 'notification') this.#notice(content as ChannelNotice)
    else if (type === 'welcome' || type === 'push' || type === 'message') this.#listeners.tell(type, content as never)
  }

  #refuse({ code, detail }: { code: string; detail: string }): void {
    const error = new RefusedError(code, detail)
    if (!this.#outbox.refuse(error)) this.#listeners.tell('error', error)
  }

  #notice(notice: ChannelNotice): void {
    const { notification, channel, cursor } = notice
    if (notification !== 'reset' || channel === undefined) return void this.#listeners.tell('notification', notice)
    this.#channels.set(channel, cursor)
    if (this.#listeners.tell('reset', { channel, cursor })) return
    this.#end = new ResetError(cursor, "listen with `on('reset', …)`")
    this.#shut()
  }

  #shut(): void {
    this.#closing.abort()
    this.#link?.close()
  }

  #finish(reason: RosterError): void {
    const end = (this.#end ??= reason)
    const told = this.#outbox.end(end)
    const { code = 1000, reason: why = '' } = end as Partial<SocketClosedError>
    const error = end instanceof SocketClosedError && code === 1000 ? undefined : end
    const isHeard = this.#listeners.tell('close', { code, reason: why, error })
    if (error && told === 0 && !isHeard) throw error
  }
}

/** A ticket that could not be had is a connection that could not be opened. */
function lostBefore(error: unknown): Ending {
  if (!mayPass(error)) throw error
  return { code: 1006, reason: error.message, wasOpen: false }
}

function closed(code: number, reason: string): SocketClosedError {
  const what = code === 1000 ? 'The socket was closed' : `The service closed the socket: ${reason}`
  return new SocketClosedError(code, reason, `${what}. Call \`connect\` for another.`)
}
