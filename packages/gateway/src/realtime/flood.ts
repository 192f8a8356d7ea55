import type { LiveConnection } from '../connections/connection.ts'

/** Most messages that a client may send in one second. */
export const MAX_MESSAGES = 20

/** Window in which messages are counted, in milliseconds. */
const WINDOW = 1_000

/** Returns a function that counts a message at a time in milliseconds, and tells whether there are too many. A clock that is set back starts a new window. */
export function floodGate(): (time: number) => boolean {
  let start = -Infinity
  let count = 0
  return (time) => {
    if (time < start || time - start >= WINDOW) {
      start = time
      count = 0
    }
    return ++count > MAX_MESSAGES
  }
}

/** Returns a function that counts one message, and ends the connection when there are too many. */
export function messageCount(connection: LiveConnection, now: () => number): () => void {
  const isFlooding = floodGate()
  return () => {
    if (isFlooding(now())) connection.end(new Flood())
  }
}

/** Reason for closing a socket whose client sends too many messages. */
export class Flood extends Error {
  override readonly name = 'Flood'

  constructor() {
    super(`A socket takes at most ${MAX_MESSAGES} messages a second.`)
  }
}
