import { isReadOnly } from './read-only.ts'

/** What a server says of a statement that it refused. */
export interface Refusal extends Error {
  /** PostgreSQL's code, such as `23505`. */
  readonly code: string
}

/**
 * Whether the server refused a statement, so that nothing of it is left, and goes on with the connection; FATAL and PANIC end it, and one that takes no
 * writes is of no use.
 */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR' && !isReadOnly(error)
}

/** Whether a statement was refused for what it would have made of the data: it breaks a constraint. */
export function isViolation(error: unknown): boolean {
  return isRefusal(error) && error.code.startsWith('23')
}
