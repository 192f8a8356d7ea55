import type { Client } from '../core/client.ts'
import { discard } from '../core/discard.ts'
import { ConnectionError, RosterError } from '../core/errors.ts'
import { limited, sleep } from '../core/limits.ts'
import { mayPass } from '../core/retries.ts'
import { EventStream, type Frame } from './event-stream.ts'
import { delayAfter, FOR_EVER } from './reconnection.ts'

/** Milliseconds without data after which a connection counts as lost. The service sends something every 15 seconds. */
const SILENCE = 45_000

/** Parameters of an event stream, and the position in it. */
export interface Source {
  types: readonly string[] | undefined
  after: string | undefined
  /** Identifier of the last frame, after which the next connection continues. */
  position: string | undefined
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * Yields the frames of a service's event stream. A lost connection is replaced by another. Throws errors that another connection would not change, and throws
 * when the signal is aborted. Whoever leaves the loop aborts the signal, which closes the connection.
 */
export async function* framesOf(client: Client, source: Source, signal: AbortSignal): AsyncGenerator<Frame, never> {
  let reader: Reader | undefined
  let retry: number | undefined
  /** Connections that were lost since the last event. */
  let losses = 0
  const drop = () => discard(reader)
  signal.addEventListener('abort', drop)
  for (;;) {
    try {
      reader = await open(client, source, signal)
      const stream = new EventStream()
      for (;;) {
        const frames = stream.push(await read(reader, signal))
        retry = stream.retry ?? retry
        if (frames.some(({ data }) => data !== '')) losses = 0
        yield* frames
      }
    } catch (error) {
      drop()
      if (!mayPass(error)) throw error
      await sleep(delayAfter(++losses, retry, error), signal)
    }
  }
}

/** Requests the event stream, with unlimited retries: subscribers want events as soon as the service is back. */
async function open(client: Client, { position, ...query }: Source, signal: AbortSignal): Promise<Reader> {
  const headers = { accept: 'text/event-stream', 'last-event-id': position }
  return readerOf(await client.open('GET', '/events', { query }, { ...FOR_EVER, headers, signal }))
}

/** Returns the next bytes. Throws a `ConnectionError` if the connection ends, breaks or falls silent. */
async function read(reader: Reader, signal: AbortSignal): Promise<Uint8Array> {
  const lost = () => new ConnectionError('The connection was lost.')
  const next = () => reader.read().catch((): { value?: undefined } => ({}))
  const { value } = await limited(signal, { time: SILENCE, onTimeout: lost }, next)
  if (value) return value
  throw lost()
}

function readerOf({ headers, body }: Response): Reader {
  const type = headers.get('content-type') ?? 'no media type'
  if (body && type.startsWith('text/event-stream')) return body.getReader()
  discard(body)
  throw new RosterError(`/events answered with ${type}, no event stream. Is baseUrl right?`)
}
