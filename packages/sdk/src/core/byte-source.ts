import type { APIResponse } from './response.ts'
import { connected } from './connected.ts'
import { discard } from './discard.ts'
import { ConnectionError, TimeoutError } from './errors.ts'
import { limited, sleep } from './limits.ts'
import { delayBefore, mayPass } from './retries.ts'
import type { Limits } from './settings.ts'

/** The bytes of a file, as they come. */
export type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** How far a download is, in bytes from the beginning of the file. */
export interface DownloadProgress {
  received: number
  /** Size of the file; undefined if the service does not tell. */
  total: number | undefined
}

/** Where a download goes on, and of which file. */
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

/** The bytes of one file, over as many connections as it takes. */
export class ByteSource {
  readonly #source: Source
  readonly #total: number | undefined
  /** What names the file; undefined if it cannot be resumed. */
  readonly #etag: string | undefined
  #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
  #received: number
  /** Connections that broke since the last byte. */
  #drops = 0
  /** Ends what is under way, once nobody reads any more. */
  readonly #ending = new AbortController()

  constructor({ data, response }: APIResponse<Bytes>, from: number, source: Source) {
    this.#source = source
    this.#reader = data.getReader()
    this.#received = from
    this.#total = sizeOf(response, from)
    this.#etag = strongTagOf(response)
  }

  /** Reads no further than its reader does. Its connection ends with it, or as soon as the caller's signal is aborted, whether or not anybody reads. */
  stream(): Bytes {
    const { signal, onProgress } = this.#source
    const abort = () => this.#end(signal!.reason)
    signal?.addEventListener('abort', abort)
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

  /** Lets the connection go, and makes no other. */
  #end(reason: unknown): void {
    this.#ending.abort(reason)
    discard(this.#reader, reason)
  }

  /** The next piece; undefined at the end. */
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

/** The entity tag, if it names these very bytes: a weak one does not, and of a coded body only the decoded length is known. */
function strongTagOf({ headers }: Response): string | undefined {
  const etag = headers.get('etag')
  return etag === null || etag.startsWith('W/') || headers.has('content-encoding') ? undefined : etag
}

/** Size of the whole file, of which an answer has the bytes from a position on. */
function sizeOf({ headers }: Response, from: number): number | undefined {
  if (headers.has('content-encoding')) return undefined
  const [, whole] = headers.get('content-range')?.match(/\/(\d+)$/) ?? []
  if (whole !== undefined) return Number(whole)
  const length = headers.get('content-length')
  return length === null ? undefined : from + Number(length)
}
