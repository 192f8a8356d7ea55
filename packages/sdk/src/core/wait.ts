import type { APIPromise } from './response.ts'
import { sleep } from './limits.ts'
import type { RequestOptions } from './options.ts'
import { secondsToWait } from './retry-after.ts'

/** Options of methods that wait until a record is final. */
export interface WaitOptions<T> extends RequestOptions {
  /** Called with the record each time it is read. */
  onProgress?: ((record: T) => void) | undefined
  /** Milliseconds between two reads where the service does not say how long to wait. Default: 1,000. */
  pollInterval?: number | undefined
}

interface Unfinished<T> {
  /** Statuses that are not final. */
  unfinished: readonly string[]
  /** Reads the record again. */
  get: (record: T) => APIPromise<T>
}

/** Reads a record until its status is final, and returns the record. */
export async function waitFor<T extends { status: string }>(
  first: APIPromise<T>,
  { unfinished, get }: Unfinished<T>,
  { onProgress, pollInterval = 1_000, signal }: WaitOptions<T>,
): Promise<T> {
  for (let answer = await first.withResponse(); ; answer = await get(answer.data).withResponse()) {
    const { data, response } = answer
    onProgress?.(data)
    if (!unfinished.includes(data.status)) return data
    const seconds = secondsToWait(response.headers)
    await sleep(seconds === undefined ? pollInterval : seconds * 1_000, signal)
  }
}
