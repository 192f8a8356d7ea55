/** Most faults that a problem lists. */
export const MAX_FAULTS = 100

/** How long what a fault repeats of a request can be: the name of a member or parameter, or a pointer to it. */
export const MAX_NAME = 256

/** Bytes of JSON that the faults of one answer have at most. */
export const FAULTS_SIZE = 24 * 1_024

/** One fault of a request. */
export interface Fault {
  field: string
  message: string
  code: string
  /** JSON Pointer into the body; absent for parameters. */
  pointer?: string | undefined
}
