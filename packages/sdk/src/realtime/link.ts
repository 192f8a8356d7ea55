import type { RosterError } from '../core/errors.ts'
import { jsonOf } from '../core/json.ts'
import type { ServerMessage, Welcome } from './messages.ts'

/** The part of a WebSocket (HTML, section 9.3) that the client uses: the class of browsers, of Node.js 22 and later, or of the package `ws` fits. */
export interface WebSocketLike {
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: any) => void): void
  send(text: string): void
  close(code?: number): void
}

/** The class of a `WebSocketLike`. */
export type WebSocketClass = new (url: string) => WebSocketLike

/** How a connection ended. */
export interface Ending {
  /** Code of the Close frame (RFC 6455, section 7.4.1); 1006 without one. */
  code: number
  reason: string
  /** Whether the service has sent a message, and the connection was not given up. */
  wasOpen: boolean
  /** Why there was no connection; undefined if there was one. */
  error?: RosterError
}

export interface LinkListener {
  onOpen(write: (text: string) => void): void
  onMessage(message: ServerMessage): void
  /** Called after a heartbeat interval without a message: the time to send a ping. */
  onSilence(): void
}

/** Milliseconds that the service may take for its first message, or for its Close frame. */
const PATIENCE = 15_000

/** One connection, until it ends or falls silent. */
export class Link {
  readonly ended: Promise<Ending>
  readonly #socket: WebSocketLike
  readonly #listener: LinkListener
  #end!: (ending: Ending) => void
  /** Milliseconds between two heartbeats; undefined before the first message of the service. */
  #heartbeat: number | undefined
  #isOver = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(socket: WebSocketLike, listener: LinkListener) {
    this.#socket = socket
    this.#listener = listener
    this.ended = new Promise((resolve) => (this.#end = resolve))
    socket.addEventListener('open', () => listener.onOpen((text) => socket.send(text)))
    socket.addEventListener('message', ({ data }: { data: unknown }) => this.#receive(String(data)))
    socket.addEventListener('close', ({ code, reason }: Ending) => this.#finish(code, reason))
    socket.addEventListener('error', () => {}) // The `close` event that follows tells more.
    this.#expect(PATIENCE)
  }

  /** Sends a Close frame, and waits up to 15 seconds for that of the service. */
  close(): void {
    if (this.#isOver) return
    this.#expect(PATIENCE)
    this.#socket.close(1000)
  }

  /** Ends a connection that is of no use. It counts as one that was never open, so that waits grow with each in a row. */
  giveUp(reason: string): void {
    this.#heartbeat = undefined
    this.#drop(reason)
  }

  #receive(text: string): void {
    if (this.#isOver) return
    const message = jsonOf(text) as ServerMessage | undefined
    if (!message) return this.#drop('no JSON')
    const { heartbeat_ms } = message as Partial<Welcome>
    const heartbeat = (this.#heartbeat = heartbeat_ms ?? this.#heartbeat ?? PATIENCE)
    this.#expect(heartbeat, () => {
      this.#expect(heartbeat)
      this.#listener.onSilence()
    })
    this.#listener.onMessage(message)
  }

  /** Calls `onSilence` unless a message comes within `time` milliseconds. By default the connection is dropped then. */
  #expect(time: number, onSilence = () => this.#drop('silent')): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(onSilence, time)
  }

  #drop(reason: string): void {
    this.#socket.close()
    this.#finish(1006, reason)
  }

  /** Ends the link. Later messages are ignored. */
  #finish(code: number, reason: string): void {
    clearTimeout(this.#timer)
    this.#isOver = true
    this.#end({ code, reason, wasOpen: this.#heartbeat !== undefined })
  }
}
