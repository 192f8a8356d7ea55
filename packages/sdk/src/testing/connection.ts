import type { Problem } from './problem.ts'
import type { Principal } from './principal.ts'

/** A connection that stays open. */
export interface Connection {
  kind: 'stream' | 'socket'
  /** Who opened it, as it is now. */
  principal: Principal
  /** Tells the caller something that is no event. */
  notify: (notice: object) => void
  /** Somebody says something in a channel. Streams do not hear it. */
  hear?: (message: { text: string; from: string; channel: string }) => void
  /** The service ends it. */
  end: (problem: Problem) => void
  /** It breaks off, as connections over a network do. */
  lose: (reason: unknown) => void
}
