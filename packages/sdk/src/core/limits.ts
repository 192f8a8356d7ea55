import { AbortError } from './errors.ts'

/** Longest delay of a timer in milliseconds; with a longer one, timers fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

export interface TimeLimit {
  /** In milliseconds. */
  time: number
  /** Returns the error to throw when the time is up. */
  onTimeout: () => Error
}

/**
 * Runs work until the time is up or the caller's signal is aborted. The work gets a signal that tells it to stop. The caller gets the error at once, whether or
 * not the work obeys the signal. No timer and no listener is left behind.
 */
export function limited<T>(
  signal: AbortSignal | undefined,
  { time, onTimeout }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const start: Start<T> = (resolve, reject) => {
    if (time > 0) work(controller.signal).then(resolve, reject)
    return () => reject(onTimeout())
  }
  return within(signal, time, start, (error) => controller.abort(error))
}

/** Waits for some milliseconds. Throws an `AbortError` as soon as the caller's signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return within(signal, milliseconds, (resolve) => resolve)
}

type Start<T> = (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void

/**
 * Returns a promise that rejects when the caller's signal is aborted. The function that `start` returns is called when the time is up. There is no other promise
 * in between, since every call waits here.
 */
function within<T>(
  signal: AbortSignal | undefined,
  time: number,
  start: Start<T>,
  onFailure?: (error: unknown) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abortError = () => new AbortError('The call was ended by its signal.', { cause: signal?.reason })
    if (signal?.aborted) throw abortError()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const succeed = (value: T) => {
      end()
      resolve(value)
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
      onFailure?.(error)
    }
    const abort = () => fail(abortError())
    let timer: ReturnType<typeof setTimeout> | undefined
    // The work may abort the signal as it starts.
    signal?.addEventListener('abort', abort)
    const onTime = start(succeed, fail)
    if (!signal?.aborted) timer = setTimeout(onTime, Math.min(time, LONGEST_TIMER))
  })
}

/** A time budget in milliseconds that begins when it is created. */
export class Deadline {
  readonly #end: number

  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds
  }

  /** Milliseconds that are left; negative when the time is over. */
  get left(): number {
    return this.#end - performance.now()
  }
}
