import type { Peer } from './socket-session.ts'

/** What a handshake is made with, besides its address. Browsers take protocols alone; Node.js and the package `ws` take headers. */
export type HandshakeOptions = string | string[] | { headers?: Record<string, string> | undefined }

/** What a client can do over a socket that is open. */
interface Opened {
  receive: (data: unknown) => void
  leave: () => void
}

/** Opens a socket for a peer. Rejects where it is refused. */
export type OpenSocket = (url: URL, headers: Record<string, string>, peer: Peer) => Promise<Opened>

const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3] as const

/** The code of a connection that ended without a Close frame (RFC 6455, section 7.1.5). */
const ABNORMAL = 1006

/** The code of a Close frame without one. */
const NO_CODE = 1005

type Handler<Event> = ((event: Event) => void) | null
type CloseEvent = Event & { code: number; reason: string; wasClean: boolean }

/** A WebSocket (HTML, section 9.3) whose other side is a mock, in memory. What is sent arrives in a microtask. */
export class MockWebSocket extends EventTarget {
  static readonly CONNECTING = CONNECTING
  static readonly OPEN = OPEN
  static readonly CLOSING = CLOSING
  static readonly CLOSED = CLOSED
  readonly CONNECTING = CONNECTING
  readonly OPEN = OPEN
  readonly CLOSING = CLOSING
  readonly CLOSED = CLOSED
  readonly url: string
  readonly protocol = ''
  readonly extensions = ''
  readonly bufferedAmount = 0
  binaryType = 'blob'
  readyState: 0 | 1 | 2 | 3 = CONNECTING
  onopen: Handler<Event> = null
  onmessage: Handler<MessageEvent> = null
  onerror: Handler<Event> = null
  onclose: Handler<CloseEvent> = null
  readonly #opened: Promise<Opened>

  /** @internal */
  constructor(open: OpenSocket, url: string | URL, options: HandshakeOptions = []) {
    super()
    const address = new URL(url)
    const headers = typeof options === 'string' || Array.isArray(options) ? {} : (options.headers ?? {})
    this.url = address.href
    this.#opened = open(address, headers, {
      send: (text) => queueMicrotask(() => this.#hear(text)),
      close: (code, reason) => queueMicrotask(() => this.#finish(code, reason)),
    })
    this.#opened.then(
      (opened) => this.#begin(opened),
      () => this.#finish(ABNORMAL, ''),
    )
  }

  /** Sends text. What is no text arrives as a binary frame, which the service refuses. */
  send(data: unknown): void {
    if (this.readyState === CONNECTING)
      throw new DOMException('The socket is not open yet: wait for `open`.', 'InvalidStateError')
    if (this.readyState === OPEN) void this.#opened.then((opened) => opened.receive(data))
  }

  /** Says goodbye, with 1000 or a code of the application: 3000 to 4999. */
  close(code?: number, reason = ''): void {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
      throw new DOMException(`The code ${code} is neither 1000 nor one from 3000 to 4999.`, 'InvalidAccessError')
    if (this.readyState >= CLOSING) return
    const wasOpen = this.readyState === OPEN
    this.readyState = CLOSING
    void this.#leave(wasOpen ? (code ?? NO_CODE) : ABNORMAL, reason)
  }

  async #leave(code: number, reason: string): Promise<void> {
    const opened = await this.#opened.catch(() => undefined)
    opened?.leave()
    // What the service said before comes before.
    queueMicrotask(() => this.#finish(code, reason))
  }

  #begin(opened: Opened): void {
    if (this.readyState !== CONNECTING) return opened.leave()
    this.readyState = OPEN
    this.#tell(new Event('open'))
  }

  #hear(data: string): void {
    if (this.readyState !== CLOSED) this.#tell(new MessageEvent('message', { data, origin: new URL(this.url).origin }))
  }

  #finish(code: number, reason: string): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    const wasClean = code !== ABNORMAL
    if (!wasClean) this.#tell(new Event('error'))
    this.#tell(Object.assign(new Event('close'), { code, reason, wasClean }))
  }

  #tell(event: Event): void {
    const handler = this[`on${event.type}` as 'onopen']
    this.dispatchEvent(event)
    handler?.call(this, event)
  }
}

/** The class of WebSockets that lead to one mock. */
export type MockWebSocketClass = new (url: string | URL, options?: HandshakeOptions) => MockWebSocket

/** Makes that class. */
export function webSocketClass(open: OpenSocket): MockWebSocketClass {
  return class extends MockWebSocket {
    constructor(url: string | URL, options?: HandshakeOptions) {
      super(open, url, options)
    }
  }
}
