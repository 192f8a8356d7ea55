import type { Position } from './cursor.ts'

/** An epoch that is over. */
export interface EndedEpoch {
  epoch: string
  /** The last place that was given in it, as far as this database knows; before the first, that of the epoch before. */
  until: number
}

/**
 * What the places of a log are called by. A place keeps the epoch in which it was given. An epoch ends where a database goes on from a moment that
 * another one may have gone beyond: after a failover, and from a back-up. What is lost then has other cursors than what is given its places.
 */
export interface Epochs {
  /** That of the places which are given now. */
  epoch: string
  /** Those before it, the oldest first. */
  earlier: readonly EndedEpoch[]
}

/** A place, and the epoch in which it was given. */
export function positionAt({ epoch, earlier }: Epochs, seq: number): Position {
  return { epoch: earlier.find(({ until }) => seq <= until)?.epoch ?? epoch, seq }
}

type Reached = Epochs & { head: number }

/** The last place that a log has in common with what it was before; -1 where it is another log. They differ after it, if at all, up to their ends. */
export function lastShared(before: Reached, after: Reached): number {
  const head = Math.min(before.head, after.head)
  const ends = [...before.earlier, ...after.earlier].map(({ until }) => until).filter((until) => until < head)
  const isShared = (seq: number) => positionAt(before, seq).epoch === positionAt(after, seq).epoch
  return Math.max(-1, ...[head, ...ends].filter(isShared))
}
