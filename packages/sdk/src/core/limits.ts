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
export async function limited<T>(
  signal: AbortSignal | undefined,
  { time, onTimeout }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  try {
    return await within(signal, time, (resolve, reject) => {
      if (time <= 0) throw onTimeout()
      work(controller.signal).then(resolve, reject)
      return () => reject(onTimeout())
    })
  } catch (error) {
    controller.abort(error)
    throw error
  }
}

/** Waits for some milliseconds. Throws an `AbortError` as soon as the caller's signal is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return within(signal, milliseconds, (resolve) => resolve)
}

type Start<T> = (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void

/** Returns a promise that rejects when the caller's signal is aborted. The function that `start` returns is called when the time is up. */
async function within<T>(signal: AbortSignal | undefined, time: number, start: Start<T>): Promise<T> {
  const abortError = () => new AbortError('The call was ended by its signal.', { cause: signal?.reason })
  if (signal?.aborted) throw abortError()
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort!: () => void
  try {
    return await new Promise<T>((resolve, reject) => {
      abort = () => reject(abortError())
      signal?.addEventListener('abort', abort)
      timer = setTimeout(start(resolve, reject), Math.min(time, LONGEST_TIMER))
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
