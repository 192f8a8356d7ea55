import type { Peer } from './socket-session.ts'

/** Options of a handshake, besides its address. Browsers accept protocols only; Node.js and the package `ws` accept headers. */
export type HandshakeOptions = string | string[] | { headers?: Record<string, string> | undefined }

/** The client's operations on an open socket. */
interface Opened {
  receive: (data: unknown) => void
  leave: () => void
}

/** Opens a socket for a peer. Rejects if the handshake is refused. */
export type OpenSocket = (url: URL, headers: Record<string, string>, peer: Peer) => Promise<Opened>

const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3] as const

/** Code for a connection that ended without a Close frame (RFC 6455, section 7.1.5). */
const ABNORMAL = 1006

/** Code for a Close frame that has no code. */
const NO_CODE = 1005

type Handler<Event> = ((event: Event) => void) | null
type CloseEvent = Event & { code: number; reason: string; wasClean: boolean }

/** A WebSocket (HTML, section 9.3) that is connected to a mock, in memory. */
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
      send: (text) => soon(() => this.#hear(text)),
      close: (code, reason) => soon(() => this.#finish(code, reason)),
    })
    this.#opened.then(
      (opened) => this.#begin(opened),
      () => this.#finish(ABNORMAL, ''),
    )
  }

  /** Sends text. Other data arrives as a binary frame, which the service refuses. Throws an `InvalidStateError` before the socket is open. */
  send(data: unknown): void {
    if (this.readyState === CONNECTING)
      throw new DOMException('The socket is not open yet: wait for `open`.', 'InvalidStateError')
    if (this.readyState === OPEN) void this.#opened.then((opened) => opened.receive(data))
  }

  /** Closes the socket with code 1000 or a code of the application, 3000 to 4999. Throws an `InvalidAccessError` for other codes. */
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
    // Earlier messages of the service arrive first.
    soon(() => this.#finish(code, reason))
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

/** Runs work in a microtask. Fake timers of tests replace `queueMicrotask`, but no promises. */
const soon = (work: () => void) => void Promise.resolve().then(work)

/** A WebSocket class whose sockets connect to one mock. */
export type MockWebSocketClass = new (url: string | URL, options?: HandshakeOptions) => MockWebSocket

/** Returns the WebSocket class for one mock. */
export function webSocketClass(open: OpenSocket): MockWebSocketClass {
  return class extends MockWebSocket {
    constructor(url: string | URL, options?: HandshakeOptions) {
      super(open, url, options)
    }
  }
}
