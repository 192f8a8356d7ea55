import { AbortError } from './errors.ts'

/** The longest time that timers take; longer ones would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

export interface TimeLimit {
  /** In milliseconds. */
  time: number
  /** What to throw when the time is up. */
  onTimeout: () => Error
}

/**
 * Does work until the time is up or the caller's signal ends it. The work gets a signal that tells it to stop; the caller is told at once,
 * whether or not the work listens. No timer and no listener is left behind.
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

/** Waits for some milliseconds, or until the caller's signal ends the wait. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return within(signal, milliseconds, (resolve) => resolve)
}

type Start<T> = (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void

/** A promise that the caller's signal rejects. What `start` returns is called when the time is up. */
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

/** A budget of time that begins now. */
export class Deadline {
  readonly #end: number

  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds
  }

  /** Milliseconds that are left; negative when it is over. */
  get left(): number {
    return this.#end - performance.now()
  }
}
