import { type EndpointLease, LEASE_LIFETIME } from '@roster/core/server'

/** How often it is tried, in milliseconds. */
const PAUSE = 1_000

/** What is needed of a lease. */
type Abandoned = Pick<EndpointLease, 'abandon'>

/**
 * Gives an endpoint back whose lease was cut off, as soon as the database answers, so that it need not wait for the lease's end. Ends without that
 * when the lease has ended by itself, or the signal is aborted.
 */
export async function giveBack(lease: Abandoned, signal: AbortSignal): Promise<void> {
  const end = performance.now() + LEASE_LIFETIME
  while (performance.now() < end) {
    await pass(PAUSE, signal)
    if (signal.aborted || (await isTaken(lease))) return
  }
}

const isTaken = (lease: Abandoned) =>
  lease.abandon().then(
    () => true,
    () => false,
  )

/** Resolves after so many milliseconds, or when the signal is aborted. */
function pass(time: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, time)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return promise
}
