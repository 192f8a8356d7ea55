import type { Client } from '../core/client.ts'
import { discard } from '../core/discard.ts'
import { ConnectionError, RosterError } from '../core/errors.ts'
import { limited, sleep } from '../core/limits.ts'
import { mayPass } from '../core/retries.ts'
import { EventStream, type Frame } from './event-stream.ts'
import { delayAfter, FOR_EVER } from './reconnection.ts'

const PATH = '/events'

/** A connection over which nothing comes for so many milliseconds is taken for dead. The service sends something every 15 seconds. */
const SILENCE = 45_000

/** What to ask for. */
export interface Source {
  types: readonly string[] | undefined
  after: string | undefined
  /** Identifier of the last block, from which the next connection goes on. */
  position: string | undefined
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * The blocks of the event stream of a service, over as many connections as it takes. Throws what another connection would not change, and
 * when the signal ends it.
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
      if (!mayPass(error)) throw error
    } finally {
      drop()
    }
    await sleep(delayAfter(++losses, retry), signal)
  }
}

/** Asks until there is an answer that stays: whoever follows events wants them when the service is back. */
async function open(client: Client, { position, ...query }: Source, signal: AbortSignal): Promise<Reader> {
  const headers = { accept: 'text/event-stream', 'last-event-id': position }
  return readerOf(await client.open('GET', PATH, { query }, { ...FOR_EVER, headers, signal }))
}

/** What comes next. A connection that ends, breaks or falls silent is lost. */
async function read(reader: Reader, signal: AbortSignal): Promise<Uint8Array> {
  const lost = () => new ConnectionError('The connection was lost.')
  const next = () => reader.read().catch(() => ({ value: undefined }))
  const { value } = await limited(signal, { time: SILENCE, onTimeout: lost }, next)
  if (value) return value
  throw lost()
}

function readerOf({ headers, body }: Response): Reader {
  const type = headers.get('content-type') ?? 'no media type'
  if (body && type.startsWith('text/event-stream')) return body.getReader()
  discard(body)
  throw new RosterError(`${PATH} answered with ${type}, no event stream. Is baseUrl right?`)
}
