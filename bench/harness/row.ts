import type { Column } from './columns.ts'
import type { Turn } from './turn.ts'

/** A contender at work. */
export interface Side {
  /** Works for about so many seconds. */
  turn(seconds: number): Promise<Turn>
  /** Something that it answers or sends: a comparison is fair only where all sides say the same members. Default: nothing is compared. */
  answer?(): Promise<unknown>
  stop(): Promise<void>
}

/** One side of a comparison. */
export interface Contender {
  name: string
  /** Starts it. `environment` names a database that nobody else uses. */
  start(environment: NodeJS.ProcessEnv): Promise<Side>
}

/** One comparison. The first contender is the reference, the second is ours, others are there to be seen beside them. */
export interface Row {
  title: string
  /** What we want: the least ratio of ours to the reference, or a bound in words. */
  aim: number | string
  columns: readonly Column[]
  contenders: [reference: Contender, ours: Contender, ...others: Contender[]]
  /** Most turns that each contender has. Default: as many as the command line says. */
  rounds?: number
  /** How long each contender works before its first turn, in seconds. Default: 1. */
  warmUp?: number
}

/** Rows that are run together. */
export interface Group {
  /** Word by which it is chosen on the command line. */
  name: string
  needsPostgres: boolean
  rows: Row[]
}
