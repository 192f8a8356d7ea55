import type { ErrorCode } from '../resources/error-code.ts'
import { ERRORS } from './contract/error-table.ts'
import { Problem } from './core.ts'
import type { MockRequest } from './request.ts'

/** Which request something happens to. */
export interface Which {
  /** Its path, such as `/v1/users`. Default: any. */
  path?: string | undefined
}

interface FailOptions extends Which {
  /** Seconds that `Retry-After` asks for. */
  retryAfter?: number | undefined
  /** How many requests fail. Default: 1. */
  times?: number | undefined
  /** Default: the first code of the status in the table of errors. */
  code?: ErrorCode | undefined
}

interface DropOptions extends Which {
  /** How many bytes of the answer's body still arrive. Default: no answer arrives at all. */
  after?: number | undefined
}

interface Failure extends Which {
  problem: Problem
  left: number
}

/** What goes wrong, on demand. */
export class Faults {
  #delay = 0
  #failures: Failure[] = []
  #drops: DropOptions[] = []
  readonly #breakStreams: (reason: unknown) => void

  /** @internal */
  constructor(breakStreams: (reason: unknown) => void) {
    this.#breakStreams = breakStreams
  }

  /** The next request fails with this status, and has no effect. */
  failNext(status: number, { retryAfter, path, times = 1, code = codeOf(status) }: FailOptions = {}): void {
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    this.#failures.push({ problem: new Problem(code, undefined, { status, headers }), path, left: times })
  }

  /** Every answer takes this many milliseconds from now on; 0 ends that. */
  latency(milliseconds: number): void {
    this.#delay = milliseconds
  }

  /** The connection of the next request breaks: before any answer, or after some bytes of it. The request has its effect then. */
  dropConnection(options: DropOptions = {}): void {
    this.#drops.push(options)
  }

  /** The event streams that are open break now. */
  dropStreams(): void {
    this.#breakStreams(lostConnection())
  }

  /** Nothing goes wrong any more. */
  clear(): void {
    this.#delay = 0
    this.#failures = []
    this.#drops = []
  }

  /** @internal Waits as long as answers take. */
  async delay(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#delay > 0) await pause(this.#delay, signal)
  }

  /** @internal The problem that a request is to fail with. */
  failureOf({ path }: MockRequest): Problem | undefined {
    const failure = this.#failures.find((each) => each.path === undefined || each.path === path)
    if (failure && --failure.left === 0) this.#failures.splice(this.#failures.indexOf(failure), 1)
    return failure?.problem
  }

  /** @internal An answer as it arrives over the connection. Throws where none does. */
  arrived({ path }: MockRequest, response: Response): Response {
    const index = this.#drops.findIndex((each) => each.path === undefined || each.path === path)
    if (index === -1) return response
    const [{ after } = {}] = this.#drops.splice(index, 1)
    if (after === undefined || !response.body) throw lostConnection()
    const { status, headers } = response
    return new Response(response.body.pipeThrough(cut(after)), { status, headers })
  }
}

const codeOf = (status: number): ErrorCode => {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  return codes.find((code) => ERRORS[code][0] === status) ?? (status >= 500 ? 'internal' : 'bad-request')
}

/** What `fetch` throws when a connection breaks. */
const lostConnection = () => new TypeError('fetch failed', { cause: new Error('The mock dropped the connection.') })

/** Lets so many bytes pass, and breaks then. */
function cut(after: number): TransformStream<Uint8Array, Uint8Array> {
  let left = after
  return new TransformStream({
    transform(bytes, controller) {
      if (left > 0) controller.enqueue(bytes.slice(0, left))
      left -= bytes.length
      if (left < 0) controller.error(lostConnection())
    },
    flush: (controller) => controller.error(lostConnection()),
  })
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
