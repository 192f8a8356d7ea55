/** Calls once when a signal is aborted, at once where it has been: a listener that comes after the event hears nothing of it. */
export function whenAborted(signal: AbortSignal, call: () => void): void {
  if (signal.aborted) call()
  else signal.addEventListener('abort', call, { once: true })
}
