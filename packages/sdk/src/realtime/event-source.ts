import type { Client } from '../core/client.ts'
import { ConnectionError, RosterError, TimeoutError } from '../core/errors.ts'
import { limited, sleep } from '../core/limits.ts'
import { mayPass } from '../core/retries.ts'
import { EventStream, type Frame } from './event-stream.ts'
import { delayAfter, FOR_EVER } from './reconnection.ts'

const PATH = '/events'

/** A connection over which nothing comes for so many milliseconds is taken for dead. The service sends something every 15 seconds. */
const SILENCE = 45_000

/** Where a source begins, and what ends it. */
export interface SourceOptions {
  types: string | undefined
  after: string | undefined
  signal: AbortSignal
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** The blocks of the event stream of a service, over as many connections as it takes. */
export class EventSource {
  /** Identifier of the last block, from which the next connection goes on. */
  position: string | undefined
  readonly #client: Client
  readonly #options: SourceOptions
  #reader: Reader | undefined
  #stream = new EventStream()
  #retry: number | undefined
  /** Connections that were lost since the last event. */
  #losses = 0

  constructor(client: Client, options: SourceOptions) {
    this.#client = client
    this.#options = options
    options.signal.addEventListener('abort', () => this.#drop())
  }

  /** The blocks that came next; none for a heartbeat. Throws what another connection would not change. */
  async next(): Promise<Frame[]> {
    for (;;) {
      try {
        return await this.#read()
      } catch (error) {
        this.#drop()
        if (!mayPass(error)) throw error
        await sleep(delayAfter(++this.#losses, this.#retry), this.#options.signal)
      }
    }
  }

  async #read(): Promise<Frame[]> {
    this.#reader ??= await this.#open()
    const reader = this.#reader
    const onTimeout = () => new TimeoutError(`Nothing came over ${PATH} for ${SILENCE} ms.`)
    const read = () => reader.read().catch(lost)
    const { value, done } = await limited(this.#options.signal, { time: SILENCE, onTimeout }, read)
    if (done) lost('ended')
    const frames = this.#stream.push(value)
    this.#retry = this.#stream.retry ?? this.#retry
    if (frames.some(({ data }) => data !== '')) this.#losses = 0
    return frames
  }

  /** Asks until there is an answer that stays: whoever follows events wants them when the service is back. */
  async #open(): Promise<Reader> {
    const { types, after, signal } = this.#options
    const headers = { accept: 'text/event-stream', 'last-event-id': this.position }
    this.#stream = new EventStream()
    return readerOf(await this.#client.open('GET', PATH, { query: { types, after } }, { ...FOR_EVER, headers, signal }))
  }

  #drop(): void {
    this.#reader?.cancel().catch(() => {}) // It has failed already, or is of no use any more.
    this.#reader = undefined
  }
}

function lost(cause: unknown): never {
  throw new ConnectionError(`The connection of ${PATH} was lost.`, { cause })
}

function readerOf({ headers, body }: Response): Reader {
  const type = headers.get('content-type') ?? 'no media type'
  if (body && type.startsWith('text/event-stream')) return body.getReader()
  throw new RosterError(`${PATH} answered with ${type}, which is no event stream. Is baseUrl right?`)
}
