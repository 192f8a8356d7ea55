import { jsonOf } from '../core/json.ts'
import type { ServerMessage, Welcome } from './messages.ts'

/** What there must be of a WebSocket (HTML, section 9.3): that of browsers, of Node.js 22 and later, or of the package `ws`. */
export interface WebSocketLike {
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: any) => void): void
  send(text: string): void
  close(code?: number): void
}

/** The class of such WebSockets. */
export type WebSocketClass = new (url: string) => WebSocketLike

/** How a connection ended. */
export interface Ending {
  /** Code of the Close frame (RFC 6455, section 7.4.1); 1006 without one. */
  code: number
  reason: string
  /** Whether the service has said anything. */
  wasOpen: boolean
}

export interface LinkListener {
  onOpen(write: (text: string) => void): void
  onMessage(message: ServerMessage): void
  /** Nothing has come for a while: the time to ask whether the other side is there. */
  onSilence(): void
}

/** How long the other side may take to say its first word or its last, in milliseconds. */
const PATIENCE = 15_000

/** One WebSocket, until it ends or falls silent. */
export class Link {
  readonly ended: Promise<Ending>
  readonly #socket: WebSocketLike
  readonly #listener: LinkListener
  #end!: (ending: Ending) => void
  /** Milliseconds between two heartbeats; undefined before the service has said anything. */
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
    socket.addEventListener('error', () => {}) // Its close tells more.
    this.#expect(PATIENCE)
  }

  /** Says goodbye, and waits a while for the same. */
  close(): void {
    if (this.#isOver) return
    this.#expect(PATIENCE)
    this.#socket.close(1000)
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

  /** Something is to come within so many milliseconds. */
  #expect(time: number, onSilence = () => this.#drop('silent')): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(onSilence, time)
  }

  #drop(reason: string): void {
    this.#socket.close()
    this.#finish(1006, reason)
  }

  /** Whatever still comes is not listened to. */
  #finish(code: number, reason: string): void {
    clearTimeout(this.#timer)
    this.#isOver = true
    this.#end({ code, reason, wasOpen: this.#heartbeat !== undefined })
  }
}
