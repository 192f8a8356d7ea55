import { type APIResponse, apiResponseOf, type APIPromise, dataOf, throwUnlessDone } from './response.ts'
import { type Bytes, ByteSource, type DownloadProgress, type Position } from './byte-source.ts'
import type { Client } from './client.ts'
import { discard } from './discard.ts'
import { RosterError } from './errors.ts'
import type { RequestOptions } from './options.ts'
import type { PathValue } from './url.ts'

/** Options of methods that download a file. */
export interface DownloadOptions extends RequestOptions {
  /** Number of bytes that the caller already has; the stream begins after them. Default: 0. */
  resumeFrom?: number | undefined
  /** `ETag` of the file to which those bytes belong. If the file has changed since, the download throws a `RosterError`. */
  ifRange?: string | undefined
  /** Called after each chunk. */
  onProgress?: ((progress: DownloadProgress) => void) | undefined
}

/**
 * Returns the bytes of a file as a stream, fetched as they are read. When the connection drops, the rest is requested (RFC 9110, section 14.2) as long as the
 * file is the same, up to `maxRetries` times without a byte in between. `timeout` limits each response and each chunk.
 */
export function download(
  client: Client,
  path: string,
  ids: readonly PathValue[],
  options: DownloadOptions,
): APIPromise<Bytes> {
  const { resumeFrom = 0, ifRange, signal, timeout, maxRetries, onProgress } = options
  const limits = client.limitsOf({ timeout, maxRetries })
  const open = (position: Position, ended = signal) =>
    openAt(client, path, ids, { ...options, signal: ended }, position)
  const start = async () => {
    if (!Number.isSafeInteger(resumeFrom) || resumeFrom < 0)
      throw new RosterError(`\`resumeFrom\` is ${String(resumeFrom)}. Pass the number of bytes that are at hand.`)
    const first = await open({ from: resumeFrom, etag: ifRange })
    const source = new ByteSource(first, resumeFrom, { open, signal, limits, onProgress })
    return apiResponseOf(source.stream(), first.response)
  }
  return dataOf(start())
}

/** Requests a file from a position on. Throws a `RosterError` if the response has other bytes. */
function openAt(
  client: Client,
  path: string,
  ids: readonly PathValue[],
  options: RequestOptions,
  { from, etag }: Position,
): Promise<APIResponse<Bytes>> {
  const range = from > 0 ? { range: `bytes=${from}-`, 'if-range': etag } : {}
  const headers = { accept: '*/*', 'accept-encoding': 'identity', ...range, ...options.headers }
  return client.send('GET', path, { ids }, { ...options, headers }, async (response, request) => {
    if (endsAt(from, response)) return apiResponseOf(emptyStream(), response)
    await throwUnlessDone(response, request)
    const fault = from > 0 ? faultOf(from, response) : undefined
    if (fault) {
      discard(response.body)
      throw new RosterError(`${request} ${fault}. Download it from its beginning.`)
    }
    return apiResponseOf(response.body ?? emptyStream(), response)
  })
}

/** Returns why a response does not have the bytes of the file from `from` on, or undefined if it has them. */
function faultOf(from: number, { status, headers }: Response): string | undefined {
  if (status !== 206) return 'has another file by now'
  if (!headers.get('content-range')?.startsWith(`bytes ${from}-`)) return 'answered other bytes than were asked for'
  return undefined
}

/** Whether a response says that `from` is the end of the file. */
const endsAt = (from: number, { status, headers }: Response) =>
  status === 416 && headers.get('content-range') === `bytes */${from}`

const emptyStream = (): Bytes => new ReadableStream({ start: (controller) => controller.close() })
