import { isReadOnly } from './read-only.ts'

/** What a server says of a statement that it refused. */
export interface Refusal extends Error {
  /** PostgreSQL's code, such as `23505`. */
  readonly code: string
}

/**
 * Whether the server refused a statement, so that nothing of it is left, and goes on with the connection; FATAL and PANIC end it, and one that takes no
 * writes, or knows a statement as it was prepared for other tables, is of no use.
 */
export function isRefusal(error: unknown): error is Refusal {
  return (
    error instanceof Error &&
    'severity' in error &&
    error.severity === 'ERROR' &&
    !isReadOnly(error) &&
    !isOutdated(error)
  )
}

/** Whether a statement was prepared before a column changed that it answers with: the session refuses it for ever. Its message depends on the language. */
const isOutdated = (error: Error): boolean => 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** Whether a statement was refused for what it would have made of the data: it breaks a constraint. */
export function isViolation(error: unknown): boolean {
  return isRefusal(error) && error.code.startsWith('23')
}
