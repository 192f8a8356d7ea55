import type { Position } from './cursor.ts'

/** An epoch that has ended. */
export interface EndedEpoch {
  epoch: string
  /** The last place of the epoch that this database knows; for an epoch without places, the last one of the epoch before. */
  until: number
}

/**
 * The epochs of a log, which are part of its cursors. An entry keeps the epoch in which it got its place. A new epoch begins after a failover and after a
 * restore from a back-up: the old database may have given the same places to entries that are lost now, and their cursors must differ from the new ones.
 */
export interface Epochs {
  /** The present epoch, in which new entries get their places. */
  epoch: string
  /** The epochs before the present one, the oldest first. */
  earlier: readonly EndedEpoch[]
}

/** Returns a place with the epoch in which it was given. */
export function positionAt({ epoch, earlier }: Epochs, seq: number): Position {
  return { epoch: earlier.find(({ until }) => seq <= until)?.epoch ?? epoch, seq }
}

type Reached = Epochs & { head: number }

/** Returns the last place up to which two states of a log are known to agree; -1 when they are states of different logs. */
export function lastShared(before: Reached, after: Reached): number {
  const head = Math.min(before.head, after.head)
  const ends = [...before.earlier, ...after.earlier].map(({ until }) => until).filter((until) => until < head)
  const isShared = (seq: number) => positionAt(before, seq).epoch === positionAt(after, seq).epoch
  return Math.max(-1, ...[head, ...ends].filter(isShared))
}
