/**
 * Calls a function once when a signal is aborted, or at once when the signal already is: a listener added after the event would not be called. The abort of
 * `over` removes the listener; `AbortSignal.any` would leave something at a signal that lives on (Node.js 20).
 */
export function whenAborted(signal: AbortSignal, call: () => void, over?: AbortSignal): void {
  if (signal.aborted) call()
  else signal.addEventListener('abort', call, { once: true, ...(over && { signal: over }) })
}
