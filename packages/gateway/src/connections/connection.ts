import { type Principal, Problem } from '@roster/core/contract'
import type { Connection, Feed, TellSent } from '@roster/core/server'
import { whenAborted } from './when-aborted.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The connection that the request opened and that stays; null until then. */
    connection: LiveConnection | null
  }
}

/** The transport that a connection writes to. */
export interface Outlet {
  /** Returns the number of bytes that were written and have not left the process yet. */
  unsent(): number
  /** Resolves when most of the unsent bytes have left. Rejects when the signal is aborted. */
  drain(signal: AbortSignal): Promise<void>
}

/** A notice as it goes over the wire. */
export interface NoticeMessage {
  type: 'notification'
  notification: string
  /** Current cursor of the log. */
  cursor: string
}

/** Reason for the end of a connection that its caller has closed. */
const GONE = 'gone'

/** An outlet that never has unsent bytes, for transports whose writers wait anyway. */
const OPEN_OUTLET: Outlet = { unsent: () => 0, drain: async () => {} }

/** Unsent bytes above which the service waits for the reader. */
const ENOUGH = 64 * 1_024

/** Maximum unsent bytes on one connection. */
const MAX_UNSENT = 1_024 * 1_024

/** Maximum wait for a reader that takes nothing, in milliseconds. */
const PATIENCE = 10_000

/** Error for a connection that is closed because its reader does not take what it is sent. */
export class SlowReader extends Error {
  override readonly name = 'SlowReader'

  constructor() {
    super('The reader does not take what it is sent. It can go on from its cursor over another connection.')
  }
}

/** A connection that stays open. */
export class LiveConnection implements Connection {
  readonly feed: Connection['feed']
  readonly #ending = new AbortController()
  /** Returns the principal that the credential proves now. Throws `unauthenticated` when the credential has ended. */
  readonly ask: () => Promise<Principal>
  readonly sending: TellSent | undefined
  principal: Principal
  outlet: Outlet = OPEN_OUTLET
  /** Sends the caller a notice, which is no event. Does nothing over RPC, which has no way to send one. */
  notify: (notice: NoticeMessage) => void = () => {}

  /** `sending` is called with entries that are about to be sent. */
  constructor(
    feed: Pick<Feed, 'cursor' | 'subscribe'>,
    principal: Principal,
    ask: () => Promise<Principal>,
    sending?: TellSent,
  ) {
    this.feed = {
      get cursor() {
        return feed.cursor
      },
      subscribe: (options) => feed.subscribe({ ...options, reader: principal.id }),
    }
    this.sending = sending
    this.principal = principal
    this.ask = ask
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  close(): void {
    this.end(GONE)
  }

  /** Returns a part of the connection that can be closed alone. It is closed when `signal` is aborted. */
  share(signal: AbortSignal | undefined): Connection {
    const own = new AbortController()
    for (const one of signal ? [this.signal, signal] : [this.signal])
      whenAborted(one, () => own.abort(one.reason), own.signal)
    const principal = () => this.principal
    return {
      feed: this.feed,
      get principal() {
        return principal()
      },
      signal: own.signal,
      drained: () => this.drained(),
      sending: this.sending,
      close: () => own.abort(GONE),
    }
  }

  /** Ends the connection with a reason: a `Problem`, or `GONE` when the caller has closed it. */
  end(reason: unknown): void {
    if (!this.signal.aborted) this.#ending.abort(reason)
  }

  /** Throws the `Problem` that ended the connection, if any. */
  requireOpen(): void {
    const { reason } = this.signal
    if (reason instanceof Problem) throw reason
  }

  /** Throws `SlowReader` when the connection has too many unsent bytes. */
  requireRoom(): void {
    if (this.outlet.unsent() > MAX_UNSENT) throw new SlowReader()
  }

  /** Waits until most unsent bytes have left. Throws `SlowReader` when the caller takes nothing for too long. */
  async drained(): Promise<void> {
    if (this.outlet.unsent() <= ENOUGH) return
    const over = new AbortController()
    const stop = () => over.abort()
    const timer = setTimeout(stop, PATIENCE)
    whenAborted(this.signal, stop, over.signal)
    try {
      await this.outlet.drain(over.signal)
    } catch {
      if (!this.signal.aborted) throw new SlowReader()
    } finally {
      clearTimeout(timer)
      stop()
    }
  }
}
