/** Work that goes on after the response of an operation, as its record describes it. */
export interface Work {
  /** Whether the work goes on, or how it ended. */
  readonly state: 'working' | 'done' | 'failed'
  /** Progress in words for people, such as `120 of 500 records`. */
  readonly progress: string
  /** Time of the request for the work, as an ISO timestamp. */
  readonly since: string
  /** Time when the record of the work is deleted, as an ISO timestamp. */
  readonly until: string
}
