import type { messages, PGlite } from '@electric-sql/pglite'

/** PostgreSQL's code for a server that has crashed: `crash_shutdown`. */
const CRASHED = '57P02'

/** Thrown for a statement to an embedded database that has ended. The message says why, and what to do. */
export class EmbeddedDatabaseEnded extends Error {
  override readonly name = 'EmbeddedDatabaseEnded'
  readonly code = CRASHED

  constructor(cause: Error) {
    super(
      `The embedded database has ended: ${cause.message}. See that its disk works and has room, and start the process again. No acknowledged write is lost.`,
      { cause },
    )
  }
}

const ends = new WeakMap<PGlite, EmbeddedDatabaseEnded>()

/** Whether a database has ended. It may not be closed then, either. */
export const hasEnded = (pglite: PGlite): boolean => ends.has(pglite)

/**
 * Sends messages of the protocol, and returns the answer. PostgreSQL ends with a PANIC where it cannot go on, as when the disk refuses a sync. PGlite goes on
 * with what is left of it, which never answers, so that nothing is sent after that. Throws `EmbeddedDatabaseEnded`.
 */
export async function sendTo(pglite: PGlite, bytes: Uint8Array): Promise<messages.BackendMessage[]> {
  const end = ends.get(pglite)
  if (end) throw end
  try {
    return await pglite.execProtocolStream(bytes, { syncToFs: false })
  } catch (error) {
    if (!isPanic(error)) throw error
    const ended = new EmbeddedDatabaseEnded(error)
    ends.set(pglite, ended)
    throw ended
  }
}

const isPanic = (error: unknown): error is Error =>
  error instanceof Error && 'severity' in error && error.severity === 'PANIC'
