/** Calls a function once when a signal is aborted, or at once when the signal already is: a listener added after the event would not be called. */
export function whenAborted(signal: AbortSignal, call: () => void): void {
  if (signal.aborted) call()
  else signal.addEventListener('abort', call, { once: true })
}
