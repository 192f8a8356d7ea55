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
  if (signal?.aborted) throw abortErrorOf(signal)
  if (time <= 0) throw onTimeout()
  const controller = new AbortController()
  const { promise: ended, reject } = deferred<never>()
  const end = (error: Error) => {
    reject(error)
    controller.abort(error)
  }
  const abort = () => end(abortErrorOf(signal!))
  const timer = setTimeout(() => end(onTimeout()), Math.min(time, LONGEST_TIMER))
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work(controller.signal), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Waits for some milliseconds, or until the caller's signal ends the wait. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw abortErrorOf(signal)
  const { promise, resolve, reject } = deferred<void>()
  const abort = () => reject(abortErrorOf(signal!))
  const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER))
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** `Promise.withResolvers`, which Node.js 20 does not have. */
function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}

const abortErrorOf = ({ reason }: AbortSignal) => new AbortError('The call was ended by its signal.', { cause: reason })

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
