import { RosterError } from '../core/errors.ts'
import type { MockedApplication } from './application.ts'
import type { Connection } from './connection.ts'
import { Problem } from './problem.ts'
import type { MockRequest } from './request.ts'
import type { Peer } from './socket-session.ts'

/** Which request something happens to. */
export interface Which {
  /** Its path, such as `/v1/users`. Default: any. */
  path?: string | undefined
}

interface FailOptions<Code extends string> extends Which {
  /** Seconds that `Retry-After` asks for. */
  retryAfter?: number | undefined
  /** How many requests fail. Default: 1. */
  times?: number | undefined
  /** Default: the first code of the status in the table of errors. */
  code?: Code | undefined
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
export class Faults<Code extends string = string> {
  #delay = 0
  #failures: Failure[] = []
  #drops: DropOptions[] = []
  readonly #connections: () => Iterable<Connection>
  readonly #errors: MockedApplication['errors']

  /** @internal `connections` gives those that are open. */
  constructor(connections: () => Iterable<Connection>, errors: MockedApplication['errors']) {
    this.#connections = connections
    this.#errors = errors
  }

  /** The next request fails with this status, and has no effect. */
  failNext(status: number, { retryAfter, path, times = 1, code }: FailOptions<Code> = {}): void {
    if (!(status >= 400 && status <= 599)) throw new RosterError(`The status is ${status}. Pass one from 400 to 599.`)
    if (!(times > 0)) throw new RosterError(`\`times\` is ${times}. Pass a number over 0, such as Infinity.`)
    if (code !== undefined && !Object.hasOwn(this.#errors, code))
      throw new RosterError(`There is no error ${JSON.stringify(code)}. See \`ErrorCode\`.`)
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    this.#failures.push({
      problem: new Problem(code ?? this.#codeOf(status), undefined, { status, headers }),
      path,
      left: times,
    })
  }

  /** Every answer takes this many milliseconds from now on; 0 ends that. */
  latency(milliseconds: number): void {
    this.#delay = milliseconds
  }

  /**
   * The connection of the next request breaks: before any answer, or after some bytes of it. The request has its effect then. A stream is such
   * a request, with the path `/events`, and so is a socket, with `/ws`.
   */
  dropConnection(options: DropOptions = {}): void {
    this.#drops.push(options)
  }

  /** The event streams and the sockets that are open break now. */
  dropStreams(): void {
    for (const connection of this.#connections()) connection.lose(lostConnection())
  }

  /** The event streams and the sockets that are open end as when the service restarts: sockets with the code 1001. It is there again at once. */
  restart(): void {
    for (const connection of this.#connections())
      connection.end(new Problem('unavailable', 'The service is stopping.', { headers: { 'retry-after': '1' } }))
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
  arrived(request: MockRequest, response: Response): Response {
    const drop = this.#dropOf(request)
    if (!drop) return response
    if (drop.after === undefined || !response.body) throw lostConnection()
    const { status, headers } = response
    return new Response(response.body.pipeThrough(cut(drop.after)), { status, headers })
  }

  /** @internal The client of a socket as far as its connection lasts, after which `lose` is called. Throws where no answer arrives. */
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
