/** A statement for the database. With a name it is prepared once per connection; without one it is planned at every call, with its values. */
export interface Statement {
  name?: string
  text: string
  /** How long a server may take to answer, in milliseconds, where that is less than for other statements. After that the connection is given up. */
  query_timeout?: number
}

/** Runs one statement and returns its rows. */
export type Query = <Row>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>
