import type { APIResponse } from './response.ts'
import { connected } from './connected.ts'
import { discard } from './discard.ts'
import { ConnectionError, TimeoutError } from './errors.ts'
import { limited, sleep } from './limits.ts'
import { delayBefore, mayPass } from './retries.ts'
import type { Limits } from './settings.ts'

/** The bytes of a file as a stream. */
export type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** Progress of a download, in bytes from the beginning of the file. */
export interface DownloadProgress {
  received: number
  /** Size of the file; undefined if the service does not send it. */
  total: number | undefined
}

/** Offset at which a download continues, with the entity tag of its file. */
export interface Position {
  from: number
  etag: string | undefined
}

interface Source {
  open: (position: Position, signal: AbortSignal) => Promise<APIResponse<Bytes>>
  signal: AbortSignal | undefined
  limits: Limits
  onProgress: ((progress: DownloadProgress) => void) | undefined
}

/** The bytes of one file. When a connection breaks, another one fetches the rest. */
export class ByteSource {
  readonly #source: Source
  readonly #total: number | undefined
  /** Strong entity tag of the file; undefined if the download cannot be resumed. */
  readonly #etag: string | undefined
  #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
  #received: number
  /** Connections that broke since the last byte. */
  #drops = 0
  /** Aborts pending reads and requests when the stream is cancelled or the caller's signal is aborted. */
  readonly #ending = new AbortController()

  constructor({ data, response }: APIResponse<Bytes>, from: number, source: Source) {
    this.#source = source
    this.#reader = data.getReader()
    this.#received = from
    this.#total = sizeOf(response, from)
    this.#etag = strongTagOf(response)
  }

  /**
   * Returns the stream. Nothing is fetched ahead of the reader. The connection closes when the stream ends, or as soon as the caller's signal is aborted, even
   * if nobody reads.
   */
  stream(): Bytes {
    const { signal, onProgress } = this.#source
    const abort = () => this.#end(signal!.reason)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    const cancel = (reason: unknown) => {
      signal?.removeEventListener('abort', abort)
      this.#end(reason)
    }
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
      try {
        const piece = await this.#next()
        if (!piece) {
          controller.close()
          return cancel(undefined)
        }
        controller.enqueue(piece)
        onProgress?.({ received: this.#received, total: this.#total })
      } catch (error) {
        cancel(error)
        throw error
      }
    }
    return new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
  }

  /** Closes the connection and opens no other. */
  #end(reason: unknown): void {
    this.#ending.abort(reason)
    discard(this.#reader, reason)
  }

  /** Returns the next chunk, or undefined at the end of the file. Reconnects when the connection breaks. */
  async #next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    for (;;) {
      try {
        return await this.#read()
      } catch (error) {
        discard(this.#reader, error)
        await this.#reopen(error)
      }
    }
  }

  async #read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { limits } = this.#source
    const onTimeout = () => new TimeoutError(`No piece of the file came within the timeout of ${limits.timeout} ms.`)
    const read = () => connected(this.#reader.read(), 'The download')
    const { value, done } = await limited(this.#ending.signal, { time: limits.timeout, onTimeout }, read)
    if (done && this.#received < (this.#total ?? 0))
      throw new ConnectionError(`The connection ended after ${this.#received} of ${this.#total} bytes.`)
    if (value?.byteLength) {
      this.#received += value.byteLength
      this.#drops = 0
    }
    return value
  }

  async #reopen(error: unknown): Promise<void> {
    const { open, limits } = this.#source
    const { signal } = this.#ending
    if (!mayPass(error) || this.#etag === undefined || this.#drops >= limits.maxRetries) throw error
    this.#drops++
    await sleep(delayBefore(this.#drops, error), signal)
    const { data } = await open({ from: this.#received, etag: this.#etag }, signal)
    this.#reader = data.getReader()
    if (signal.aborted) this.#end(signal.reason)
  }
}

/** Returns the entity tag if it identifies the exact bytes, or undefined. A weak tag does not, and with `Content-Encoding` only the decoded length is known. */
function strongTagOf({ headers }: Response): string | undefined {
  const etag = headers.get('etag')
  return etag === null || etag.startsWith('W/') || headers.has('content-encoding') ? undefined : etag
}

/** Returns the size of the whole file, from a response with the bytes from `from` on; undefined if the headers do not give it. */
function sizeOf({ headers }: Response, from: number): number | undefined {
  if (headers.has('content-encoding')) return undefined
  const [, whole] = headers.get('content-range')?.match(/\/(\d+)$/) ?? []
  if (whole !== undefined) return Number(whole)
  const length = headers.get('content-length')
  return length === null ? undefined : from + Number(length)
}
