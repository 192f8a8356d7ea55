import { ConnectionError } from './errors.ts'

/** What comes over a connection, whose failures become errors of this package. `request` names the call. */
export async function connected<T>(pending: Promise<T>, request: string): Promise<T> {
  try {
    return await pending
  } catch (cause) {
    throw new ConnectionError(`${request} got no answer over its connection: ${reasonOf(cause)}.`, { cause })
  }
}

/** Runtimes hide the reason behind "fetch failed", each at another depth. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  return error.cause === undefined ? (typeof code === 'string' ? code : error.message) : reasonOf(error.cause)
}
