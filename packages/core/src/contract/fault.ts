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

/** How long a regular expression can be that helps whoever reads it. */
const MAX_PATTERN = 200

/** What is said of a text that a regular expression, such as `/^[A-Z]{3}$/`, does not match. */
export const patternTold = (pattern: string): string =>
  pattern.length > MAX_PATTERN ? 'does not have the expected format' : `must match ${pattern}`
