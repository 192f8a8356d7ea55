/** A statement with a name of its own is prepared once a connection; others are planned at every call, with their values. */
export interface Statement {
  name?: string
  text: string
  /** How long a server may take to answer, in milliseconds, where that is less than for others: then its connection is given up. */
  query_timeout?: number
}

/** Runs one statement and returns its rows. */
export type Query = <Row>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>
