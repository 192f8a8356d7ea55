import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { retryAfterOf } from './schedule.ts'

/** Most bytes of a response that are read. */
const LONGEST_ANSWER = 64 * 1_024

/** A request to a receiver. */
export interface Message {
  url: URL
  headers: Record<string, string>
  body: Uint8Array
}

/** The outcome of one request. */
export interface Reply {
  /** Status code; null when there was no response in time, or a 2xx response was incomplete. */
  status: number | null
  /** Why there is no status; null when there is one. */
  error: string | null
  /** Until when the receiver asks to wait, in milliseconds. */
  retryAfter?: number | undefined
}

export interface SendOptions {
  /** Makes the connections. */
  agent: Dispatcher
  /** How long the whole answer may take, in milliseconds. */
  timeout: number
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Aborts the request. */
  signal: AbortSignal
}

/** Sends a message and reads the answer. Redirects are answers like any other. Throws only when the signal is aborted. */
export async function send({ url, headers, body }: Message, options: SendOptions): Promise<Reply> {
  const { agent, timeout, now, signal } = options
  signal.throwIfAborted()
  const exchange = new Exchange(now)
  const giveUp = () => exchange.fail(signal.reason)
  const timer = setTimeout(() => exchange.end(`There was no answer within ${timeout / 1_000} seconds.`), timeout)
  signal.addEventListener('abort', giveUp)
  try {
    agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body }, exchange)
    return await exchange.reply
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

/** Reads a response to its end, so that its connection can be used again, or until it is too long. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #now: () => number
  readonly #reply = Promise.withResolvers<Reply>()
  #controller: Dispatcher.DispatchController | undefined
  #isOver = false
  #status = 0
  #retryAfter: number | undefined
  #size = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get reply(): Promise<Reply> {
    return this.#reply.promise
  }

  /** Ends the exchange before the response is complete. */
  end(error: string): void {
    this.#breakOff(error)
    this.#close()
  }

  /** Rejects the reply with the reason, and closes the exchange. */
  fail(reason: unknown): void {
    this.#reply.reject(reason)
    this.#close()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) this.#close()
  }

  onResponseStart(_controller: unknown, status: number, { 'retry-after': header }: IncomingHttpHeaders): void {
    this.#status = status
    // For several header lines, undici returns a list, which its types leave out.
    const [first] = [header].flat()
    this.#retryAfter = retryAfterOf(first, this.#now())
  }

  onResponseData(_controller: unknown, { length }: Buffer): void {
    this.#size += length
    if (this.#size <= LONGEST_ANSWER) return
    this.onResponseEnd()
    this.#close()
  }

  onResponseEnd(): void {
    this.#settle({ status: this.#status, error: null, retryAfter: this.#retryAfter })
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#breakOff(reasonOf(error))
  }

  /** Settles a broken exchange. A status from 300 on counts once the head has arrived; a 2xx status only with the complete response. */
  #breakOff(error: string): void {
    if (this.#status >= 300) this.onResponseEnd()
    else this.#settle({ status: null, error })
  }

  #settle(reply: Reply): void {
    this.#isOver = true
    this.#reply.resolve(reply)
  }

  #close(): void {
    this.#isOver = true
    this.#controller?.abort(new Error('The exchange is over.'))
  }
}

/** Returns the error as text, for the owner of the endpoint. */
function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
  const text = message || errors?.[0]?.message || 'The connection failed.'
  return (code && !text.includes(code) ? `${code}: ${text}` : text).replaceAll(/\s+/g, ' ').slice(0, 500)
}
