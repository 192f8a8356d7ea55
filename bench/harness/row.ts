import type { Column } from './columns.ts'
import type { Turn } from './turn.ts'

/** A running contender. */
export interface Side {
  /** Works for about this number of seconds, and resolves to the measurements. */
  turn(seconds: number): Promise<Turn>
  /** Resolves to a sample response or message. All sides must have the same members, so that the comparison is fair. Default: not compared. */
  answer?(): Promise<unknown>
  stop(): Promise<void>
}

/** One side of a comparison. */
export interface Contender {
  name: string
  /** Starts the contender. `environment` names a database that no other contender uses. */
  start(environment: NodeJS.ProcessEnv): Promise<Side>
}

/** One comparison. The first contender is the reference, the second is ours; others are only shown. */
export interface Row {
  title: string
  /** Target: the least ratio of ours to the reference, or a bound in words. */
  aim: number | string
  columns: readonly Column[]
  contenders: [reference: Contender, ours: Contender, ...others: Contender[]]
  /** Greatest number of turns of each contender. Default: the number of rounds of the run. */
  rounds?: number
  /** How long each contender works before its first turn, in seconds. Default: 1. */
  warmUp?: number
}

/** Rows that are run together. */
export interface Group {
  /** Name that selects the group on the command line. */
  name: string
  needsPostgres: boolean
  rows: Row[]
}
