import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Listener } from './driver.ts'

/** Interval of checks whether the connection is alive, in milliseconds. */
const HEARTBEAT = 5_000

/** How long an answer may take, in milliseconds. So a dead connection is noticed within ten seconds. */
const PATIENCE = 5_000

/** Pause before another connection, in milliseconds. */
const RETRY = 1_000

type Call = (payload: string) => void

/** Called with the error when no connection can be made, at the second attempt, and without one when there is a connection again. */
type Report = (error?: unknown) => void

/**
 * Listens to channels of a server, all on one connection, which is open while there are listeners. A connection that is lost, or does not answer, is replaced.
 * What was sent in between is unknown, so that every new connection calls back once. Names of channels are never a caller's.
 */
export class Notifications {
  readonly #url: string
  readonly #name: string
  readonly #report: Report
  readonly #calls = new Map<string, Set<Call>>()
  /** The connection that listens to every channel; undefined while there is none. */
  #client: Client | undefined
  #work: { stop: AbortController; done: Promise<void> } | undefined

  /** Takes the URL of the server, and the name by which the server knows the connection. */
  constructor(url: string, name: string, report: Report = () => {}) {
    this.#url = url
    this.#name = name
    this.#report = report
  }

  listen(channel: string, call: Call): Listener {
    const known = this.#calls.get(channel)
    if (known) known.add(call)
    else this.#calls.set(channel, new Set([call]))
    if (this.#client) void listenTo(this.#client, channel).then(() => call(''), ignore)
    this.#work ??= this.#start()
    return { close: () => this.#leave(channel, call) }
  }

  async #leave(channel: string, call: Call): Promise<void> {
    const calls = this.#calls.get(channel)
    calls?.delete(call)
    if (calls?.size === 0) this.#calls.delete(channel)
    if (this.#calls.size === 0) await this.#stop()
  }

  #start() {
    const stop = new AbortController()
    return { stop, done: this.#listenUntil(stop.signal) }
  }

  async #stop(): Promise<void> {
    const work = this.#work
    this.#work = undefined
    work?.stop.abort()
    await work?.done
  }

  async #listenUntil(stopping: AbortSignal): Promise<void> {
    let failures = 0
    const noteConnection = () => {
      if (failures > 1) this.#report()
      failures = 0
    }
    while (!stopping.aborted) {
      await this.#listenOnce(stopping, noteConnection).catch((error: unknown) => {
        if (++failures === 2 && !stopping.aborted) this.#report(error)
      })
      await wait(RETRY, undefined, { signal: stopping }).catch(ignore)
    }
  }

  /** Listens on one connection until it ends, and rejects with what ended it. Calls back once it listens. */
  async #listenOnce(stopping: AbortSignal, onListening: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: this.#name,
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
    })
    const over = new AbortController()
    // `pg` reports a lost connection by an event. Without a listener the event would end the process.
    client.on('error', (error) => over.abort(error))
    client.on('end', () => over.abort())
    client.on('notification', ({ channel, payload = '' }) => this.#tell(channel, payload))
    try {
      await client.connect()
      // The loop also reaches channels that are added meanwhile.
      for (const channel of this.#calls.keys()) await listenTo(client, channel)
      stopping.throwIfAborted()
      this.#client = client
      onListening()
      for (const channel of this.#calls.keys()) this.#tell(channel, '')
      const either = AbortSignal.any([over.signal, stopping])
      for (;;) {
        await wait(HEARTBEAT, undefined, { signal: either })
        await client.query('select 1')
      }
    } finally {
      if (this.#client === client) this.#client = undefined
      // Does not wait for a regular close, which a dead connection never answers.
      client.connection.stream.destroy()
    }
  }

  #tell(channel: string, payload: string): void {
    for (const call of this.#calls.get(channel) ?? []) call(payload)
  }
}

const listenTo = (client: Client, channel: string) => client.query(`listen ${channel}`)

function ignore(): void {}
