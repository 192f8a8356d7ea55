import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Listener } from './driver.ts'

/** How often the connection is asked whether it still lives, in milliseconds. */
const HEARTBEAT = 5_000

/** How long an answer may take. A connection that has gone dead is so noticed within ten seconds. */
const PATIENCE = 5_000

/** Pause before another connection, in milliseconds. */
const RETRY = 1_000

type Call = (payload: string) => void

/**
 * Listens to channels of a server, all on one connection, which is open while somebody listens. One that is lost, or does not answer, is
 * replaced by another. What was sent in between cannot be known, so that every new connection calls back once. Names of channels are ours.
 */
export class Notifications {
  readonly #url: string
  readonly #name: string
  readonly #calls = new Map<string, Set<Call>>()
  /** The connection that listens to every channel; undefined while there is none. */
  #client: Client | undefined
  #work: { stop: AbortController; done: Promise<void> } | undefined

  /** The server at this URL, which knows the connection by a name. */
  constructor(url: string, name: string) {
    this.#url = url
    this.#name = name
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
    while (!stopping.aborted) {
      await this.#listenOnce(stopping).catch(ignore)
      await wait(RETRY, undefined, { signal: stopping }).catch(ignore)
    }
  }

  /** Listens on one connection until it ends, and rejects with what ended it. */
  async #listenOnce(stopping: AbortSignal): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: this.#name,
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
    })
    const over = new AbortController()
    // `pg` tells of a loss by an event; without a listener it would end the process.
    client.on('error', (error) => over.abort(error))
    client.on('end', () => over.abort())
    client.on('notification', ({ channel, payload = '' }) => this.#tell(channel, payload))
    try {
      await client.connect()
      // Channels that are added meanwhile are met too.
      for (const channel of this.#calls.keys()) await listenTo(client, channel)
      stopping.throwIfAborted()
      this.#client = client
      for (const channel of this.#calls.keys()) this.#tell(channel, '')
      const either = AbortSignal.any([over.signal, stopping])
      for (;;) {
        await wait(HEARTBEAT, undefined, { signal: either })
        await client.query('select 1')
      }
    } finally {
      if (this.#client === client) this.#client = undefined
      // Nobody waits for a goodbye that a dead connection never answers.
      client.connection.stream.destroy()
    }
  }

  #tell(channel: string, payload: string): void {
    for (const call of this.#calls.get(channel) ?? []) call(payload)
  }
}

const listenTo = (client: Client, channel: string) => client.query(`listen ${channel}`)

function ignore(): void {}
