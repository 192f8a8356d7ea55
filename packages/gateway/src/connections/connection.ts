import { type Principal, Problem } from '@roster/core/contract'
import type { Connection, Feed, TellSent } from '@roster/core/server'

declare module 'fastify' {
  interface FastifyRequest {
    /** The connection that it opened and that stays, once that is known. */
    connection: LiveConnection | null
  }
}

/** What a connection is written to. */
export interface Outlet {
  /** Bytes that were written and did not leave the process yet. */
  unsent(): number
  /** Resolves when most of them have left. Rejects when the signal is aborted. */
  drain(signal: AbortSignal): Promise<void>
}

/** A notice as it goes over the wire. */
export interface NoticeMessage {
  type: 'notification'
  notification: string
  /** Where the log stands. */
  cursor: string
}

/** The reason for the end of a connection that its caller has closed. */
const GONE = 'gone'

/** An outlet that holds nothing back: whoever writes to it waits for it anyway. */
const OPEN_OUTLET: Outlet = { unsent: () => 0, drain: async () => {} }

/** Bytes from which on a reader that is behind is waited for. */
const ENOUGH = 64 * 1_024

/** Most bytes that may be unsent on one connection. */
const MAX_UNSENT = 1_024 * 1_024

/** How long a reader that takes nothing is waited for, in milliseconds. */
const PATIENCE = 10_000

/** Why a connection was closed that did not take what it was sent. */
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
  /** Who the credential proves now. Throws `unauthenticated` when it has ended. */
  readonly ask: () => Promise<Principal>
  readonly sending: TellSent | undefined
  principal: Principal
  outlet: Outlet = OPEN_OUTLET
  /** Tells the caller something that is no event. Over RPC there is no way to. */
  notify: (notice: NoticeMessage) => void = () => {}

  /** `sending` is told of entries that are about to be sent. */
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

  /** A part of it that can be closed alone, and is when `signal` is aborted. */
  share(signal: AbortSignal | undefined): Connection {
    const own = new AbortController()
    const principal = () => this.principal
    return {
      feed: this.feed,
      get principal() {
        return principal()
      },
      signal: AbortSignal.any([this.signal, own.signal, ...(signal ? [signal] : [])]),
      drained: () => this.drained(),
      sending: this.sending,
      close: () => own.abort(GONE),
    }
  }

  /** Ends it for a reason: a `Problem`, or that the caller has gone. */
  end(reason: unknown): void {
    if (!this.signal.aborted) this.#ending.abort(reason)
  }

  /** Throws the problem that it was ended for, where it was. */
  requireOpen(): void {
    const { reason } = this.signal
    if (reason instanceof Problem) throw reason
  }

  /** Throws `SlowReader` when too much is unsent. */
  requireRoom(): void {
    if (this.outlet.unsent() > MAX_UNSENT) throw new SlowReader()
  }

  /** Throws `SlowReader` when the caller takes nothing for too long. */
  async drained(): Promise<void> {
    if (this.outlet.unsent() <= ENOUGH) return
    const timeout = AbortSignal.timeout(PATIENCE)
    try {
      await this.outlet.drain(AbortSignal.any([this.signal, timeout]))
    } catch {
      if (!this.signal.aborted) throw new SlowReader()
    }
  }
}
