/** Maximum number of faults that a problem lists. */
export const MAX_FAULTS = 100

/** Maximum length in characters of what a fault repeats from a request: the name of a member or parameter, or a pointer to it. */
export const MAX_NAME = 256

/** Maximum size of the faults in one response, in bytes of JSON. */
export const FAULTS_SIZE = 24 * 1_024

/** One fault of a request. */
export interface Fault {
  field: string
  message: string
  code: string
  /** JSON Pointer into the body; absent for parameters. */
  pointer?: string | undefined
}

/** Maximum length of a regular expression that helps the reader of a message, in characters. */
const MAX_PATTERN = 200

/** Returns the message for a text that does not match a regular expression, such as `/^[A-Z]{3}$/`. */
export const patternTold = (pattern: string): string =>
  pattern.length > MAX_PATTERN ? 'does not have the expected format' : `must match ${pattern}`

/** Messages for values that break a rule of a schema without words of its own, to be read after the member's name. */
export const told = {
  noForm: 'has none of the forms that it may have',
  severalForms: 'has more than one of the forms that it may have',
  name: 'has a name that is not allowed',
  multipleOf: (step: number) => `must be a multiple of ${step}`,
} as const
