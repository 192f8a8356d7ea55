import type { Problem } from './problem.ts'
import type { Principal } from './principal.ts'

/** A connection that stays open. */
export interface Connection {
  kind: 'stream' | 'socket'
  /** The caller that opened the connection, with its present permissions. */
  principal: Principal
  /** Sends the caller a message that is no event. */
  notify: (notice: object) => void
  /** Delivers a text that a user sent to a channel. Streams have no such function. */
  hear?: (message: { text: string; from: string; channel: string }) => void
  /** Ends the connection from the side of the service. */
  end: (problem: Problem) => void
  /** Breaks the connection, as a network failure does. */
  lose: (reason: unknown) => void
}
