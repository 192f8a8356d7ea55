import { discard } from '../core/discard.ts'
import { RosterError } from '../core/errors.ts'
import type { MockedApplication } from './application.ts'
import type { Connection } from './connection.ts'
import { LostConnection } from './lost-connection.ts'
import { Problem } from './problem.ts'
import type { MockRequest } from './request.ts'
import type { Peer } from './socket-session.ts'

/** Selection of the requests that a fault applies to. */
export interface Which {
  /** Path of the request, such as `/v1/users`. Default: any path. */
  path?: string | undefined
}

interface FailOptions<Code extends string> extends Which {
  /** Seconds in the `Retry-After` header. Default: no header. */
  retryAfter?: number | undefined
  /** Number of requests that fail. Default: 1. */
  times?: number | undefined
  /** Error code. Default: the first code with the status in the table of errors. */
  code?: Code | undefined
}

interface DropOptions extends Which {
  /** Number of bytes of the response body that still arrive. Default: no response arrives at all. */
  after?: number | undefined
}

interface Failure extends Which {
  problem: Problem
  left: number
}

/** Faults that a test can make happen: failures, latency and lost connections. */
export class Faults<Code extends string = string> {
  #delay = 0
  #failures: Failure[] = []
  #drops: DropOptions[] = []
  readonly #connections: () => Iterable<Connection>
  readonly #errors: MockedApplication['errors']

  /** @internal `connections` returns the open connections. */
  constructor(connections: () => Iterable<Connection>, errors: MockedApplication['errors']) {
    this.#connections = connections
    this.#errors = errors
  }

  /**
   * Makes the next request fail with a status from 400 to 599, without an effect. Throws a `RosterError` for another status, an unknown code or bad `times`.
   */
  failNext(status: number, { retryAfter, path, times = 1, code }: FailOptions<Code> = {}): void {
    if (!(status >= 400 && status <= 599)) throw new RosterError(`The status is ${status}. Pass one from 400 to 599.`)
    if (!(times > 0 && (Number.isInteger(times) || times === Infinity)))
      throw new RosterError(`\`times\` is ${times}. Pass a whole number over 0, or Infinity.`)
    if (code !== undefined && !Object.hasOwn(this.#errors, code))
      throw new RosterError(`There is no error ${JSON.stringify(code)}. See \`ErrorCode\`.`)
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    this.#failures.push({
      problem: new Problem(code ?? this.#codeOf(status), undefined, { status, headers }),
      path,
      left: times,
    })
  }

  /** Delays every response by this many milliseconds from now on; 0 ends the delay. */
  latency(milliseconds: number): void {
    this.#delay = milliseconds
  }

  /**
   * Breaks the connection of the next request, before any response or after some bytes of its body. The request still takes effect. A stream is such a request
   * with the path `/events`, and a socket is one with the path `/ws`.
   */
  dropConnection(options: DropOptions = {}): void {
    this.#drops.push(options)
  }

  /** Breaks all open event streams and sockets. */
  dropStreams(): void {
    for (const connection of this.#connections()) connection.lose(lostConnection())
  }

  /** Ends all open event streams and sockets as a restart of the service does: sockets with the code 1001. The service is available again at once. */
  restart(): void {
    for (const connection of this.#connections())
      connection.end(new Problem('unavailable', 'The service is stopping.', { headers: { 'retry-after': '1' } }))
  }

  /** Ends all faults. */
  clear(): void {
    this.#delay = 0
    this.#failures = []
    this.#drops = []
  }

  /** @internal Waits for the latency. */
  async delay(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#delay > 0) await pause(this.#delay, signal)
  }

  /** @internal Returns the problem that a request fails with, or undefined. */
  failureOf({ path }: MockRequest): Problem | undefined {
    const failure = this.#failures.find((each) => each.path === undefined || each.path === path)
    if (failure && --failure.left === 0) this.#failures.splice(this.#failures.indexOf(failure), 1)
    return failure?.problem
  }

  /** @internal Returns a response as it arrives over the connection. Throws if no response arrives. */
  arrived(request: MockRequest, response: Response): Response {
    const drop = this.#dropOf(request)
    if (!drop) return response
    if (drop.after === undefined || !response.body) {
      discard(response.body)
      throw lostConnection()
    }
    const { status, headers } = response
    return new Response(response.body.pipeThrough(cut(drop.after)), { status, headers })
  }

  /** @internal Returns the client of a socket, for as long as the connection lasts: then `lose` is called. Throws if no response arrives. */
  reached(request: MockRequest, peer: Peer, lose: () => void): Peer {
    const drop = this.#dropOf(request)
    if (!drop) return peer
    if (drop.after === undefined) throw lostConnection()
    let left = drop.after
    const send = (text: string) => {
      left -= new TextEncoder().encode(text).length
      return left < 0 ? lose() : peer.send(text)
    }
    return { send, close: (code, reason) => peer.close(code, reason) }
  }

  #codeOf(status: number): string {
    if (status === 412) return 'version-conflict'
    const codes = Object.entries(this.#errors)
    const [code] = codes.find(([, [usual]]) => usual === status) ?? [status >= 500 ? 'internal' : 'bad-request']
    return code
  }

  #dropOf({ path }: MockRequest): DropOptions | undefined {
    const index = this.#drops.findIndex((each) => each.path === undefined || each.path === path)
    return index === -1 ? undefined : this.#drops.splice(index, 1)[0]
  }
}

/** Returns the error that `fetch` throws when a connection breaks. */
const lostConnection = () =>
  new LostConnection('fetch failed', { cause: new Error('The mock dropped the connection.') })

/** Returns a stream that passes some bytes and then fails. */
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
