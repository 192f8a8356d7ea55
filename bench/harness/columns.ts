import type { Turn } from './turn.ts'

/** A column of a table. */
export interface Column {
  heading: string
  digits: number
  /** Returns the value for a turn. `beside` is the reference's turn in the same round. */
  value: (turn: Turn, beside: Turn) => number
}

/** Returns a column with the measured value. */
export function figure(heading: string, name: keyof Turn, digits: number): Column {
  return { heading, digits, value: (turn) => turn[name]! }
}

/** Returns a column with the ratio of the value to the reference's. */
export function gain(name: keyof Turn): Column {
  return { heading: 'ratio', digits: 2, value: (turn, beside) => turn[name]! / beside[name]! }
}

/** Returns a column with the ratio of the reference's value to the value, for measures of which less is better. */
export function thrift(name: keyof Turn): Column {
  return { heading: 'ratio', digits: 2, value: (turn, beside) => beside[name]! / turn[name]! }
}

/** Returns the columns of throughput and processor time, each with its ratio. */
export function speed(what: string, digits = 0): Column[] {
  return [figure(what, 'perSecond', 0), gain('perSecond'), figure('server µs', 'cpu', digits), thrift('cpu')]
}
