/** One side of a comparison. */
export interface Contender {
  name: string
  /** A file of `bench/servers`, without its extension. */
  server: string
  /** What is sent to it, given its port. */
  requests: (port: number) => (() => string) | Promise<() => string>
}

/** One comparison. The first contender is the reference, the second is ours, others are there to be seen beside them. */
export interface Row {
  title: string
  /** The least ratio of ours to the reference that we want. */
  aim: number
  connections: number
  contenders: [reference: Contender, ours: Contender, ...others: Contender[]]
}

/** Rows that are run together, on the same servers. */
export interface Group {
  /** Word by which it is chosen on the command line. */
  name: string
  needsPostgres: boolean
  rows: Row[]
}
