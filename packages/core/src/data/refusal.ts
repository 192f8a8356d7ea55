import { isReadOnly } from './read-only.ts'

/** The error of a server for a statement that it refused. */
export interface Refusal extends Error {
  /** PostgreSQL's code, such as `23505`. */
  readonly code: string
}

/**
 * Whether the server refused a statement, so that nothing of it is left, and the connection goes on. FATAL and PANIC end the connection. A connection that
 * takes no writes, or has a statement prepared for other tables, is of no use.
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

/**
 * Whether a statement was prepared before one of its result columns changed: the session refuses it for ever. The message depends on the language, so the
 * routine is compared.
 */
const isOutdated = (error: Error): boolean => 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** Whether a statement was refused because its data breaks a constraint. */
export function isViolation(error: unknown): boolean {
  return isRefusal(error) && error.code.startsWith('23')
}
