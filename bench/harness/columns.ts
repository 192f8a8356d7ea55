import type { Turn } from './turn.ts'

/** A column of a table. */
export interface Column {
  heading: string
  digits: number
  /** What it shows of a turn, given the reference's in the same round. */
  value: (turn: Turn, beside: Turn) => number
}

/** What was measured itself. */
export function figure(heading: string, name: keyof Turn, digits: number): Column {
  return { heading, digits, value: (turn) => turn[name]! }
}

/** How many times the reference's. */
export function gain(name: keyof Turn): Column {
  return { heading: 'ratio', digits: 2, value: (turn, beside) => turn[name]! / beside[name]! }
}

/** How many times less than the reference's. */
export function thrift(name: keyof Turn): Column {
  return { heading: 'ratio', digits: 2, value: (turn, beside) => beside[name]! / turn[name]! }
}

/** How fast something is done, and what it costs. */
export function speed(what: string, digits = 0): Column[] {
  return [figure(what, 'perSecond', 0), gain('perSecond'), figure('server µs', 'cpu', digits), thrift('cpu')]
}
