import { ConnectionError, RosterError } from './errors.ts'
import { redactedUrl } from './redact.ts'

/** What comes over a connection, whose failures become errors of this package; what is one already, as from a mock, stays. `request` names the call. */
export async function connected<T>(pending: Promise<T>, request: string): Promise<T> {
  try {
    return await pending
  } catch (cause) {
    if (cause instanceof RosterError) throw cause
    throw new ConnectionError(`${request} got no answer over its connection: ${reasonOf(cause)}.`, { cause })
  }
}

/** Runtimes hide the reason behind "fetch failed", each at another depth. Its error may be of another realm than this code. */
function reasonOf(error: unknown): string {
  const { cause, code, message } = Object(error) as Error & { code?: unknown }
  if ('message' in Object(cause)) return reasonOf(cause)
  const reason = typeof code === 'string' ? code : (message ?? String(error))
  return redactedUrl(reason).replace(/\.+$/, '')
}
