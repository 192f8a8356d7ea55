/** What was measured of a contender in one turn, each in the unit that its column shows. */
export interface Turn {
  /** Requests, frames or deliveries a second. */
  perSecond?: number
  /** Processor time of the server's process for each of them, in microseconds. */
  cpu?: number
  /** Processor time of the database for each of them, in microseconds; NaN where that is not known. */
  databaseCpu?: number
  /** Statements that the primary was sent a second. */
  statements?: number
  /** What half of them took at most, in milliseconds. */
  p50?: number
  /** What 99 of 100 took at most, in milliseconds. */
  p99?: number
  /** What it took, in seconds. */
  seconds?: number
  /** Processor time that it took, in seconds. */
  processor?: number
  /** Memory of the process, in MiB. */
  memory?: number
  /** The most memory that it had so far, in MiB. */
  peak?: number
  /** How long the OpenAPI document took, in seconds. */
  document?: number
  /** Tools that an agent is shown. */
  tools?: number
  /** Tokens that reading them takes. */
  tokens?: number
  /** Growth of the process for each connection, in KiB. */
  resident?: number
  /** Growth of its JavaScript heap for each connection, in KiB. */
  heap?: number
}
