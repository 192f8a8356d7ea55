/** Work that goes on after an operation has answered, as a record tells of it. */
export interface Work {
  /** Whether it goes on, or how it ended. */
  readonly state: 'working' | 'done' | 'failed'
  /** How far it is, in words for people, such as `120 of 500 records`. */
  readonly progress: string
  /** When it was asked for, as an ISO timestamp. */
  readonly since: string
  /** When its record is deleted, as an ISO timestamp. */
  readonly until: string
}
