import { ConnectionError, RosterError } from './errors.ts'
import { redactedUrl } from './redact.ts'

/**
 * Waits for a result from a connection. Failures become a `ConnectionError` that names the call by `request`; a `RosterError`, as from a mock, is thrown
 * unchanged.
 */
export async function connected<T>(pending: Promise<T>, request: string): Promise<T> {
  try {
    return await pending
  } catch (cause) {
    if (cause instanceof RosterError) throw cause
    throw new ConnectionError(`${request} got no answer over its connection: ${reasonOf(cause)}.`, { cause })
  }
}

/** Returns the reason of a network failure. Runtimes nest it under "fetch failed", each at another depth. The error may be of another realm than this code. */
function reasonOf(error: unknown): string {
  const { cause, code, message } = Object(error) as Error & { code?: unknown }
  if ('message' in Object(cause)) return reasonOf(cause)
  const reason = typeof code === 'string' ? code : (message ?? String(error))
  return redactedUrl(reason).replace(/\.+$/, '')
}
