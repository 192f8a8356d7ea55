/** The measurements of a contender in one turn, each in the unit of its column. */
export interface Turn {
  /** Requests, frames or deliveries per second. */
  perSecond?: number
  /** Processor time of the server's process per request, frame or delivery, in microseconds. */
  cpu?: number
  /** Processor time of the database per request, in microseconds; NaN when not known. */
  databaseCpu?: number
  /** Statements per second at the primary. */
  statements?: number
  /** Median time, in milliseconds. */
  p50?: number
  /** 99th percentile of the times, in milliseconds. */
  p99?: number
  /** Elapsed time, in seconds. */
  seconds?: number
  /** Processor time, in seconds. */
  processor?: number
  /** Memory of the process, in MiB. */
  memory?: number
  /** Peak memory of the process, in MiB. */
  peak?: number
  /** Time for the OpenAPI document, in seconds. */
  document?: number
  /** Number of tools in the list. */
  tools?: number
  /** Number of tokens of the list of tools. */
  tokens?: number
  /** Growth of the process per connection, in KiB. */
  resident?: number
  /** Growth of the JavaScript heap per connection, in KiB. */
  heap?: number
}
