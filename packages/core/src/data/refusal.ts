import { isReadOnly } from './read-only.ts'

/** The error of a server for a statement that it refused. */
export interface Refusal extends Error {
  /** PostgreSQL's code, such as `23505`. */
  readonly code: string
}

/** Words for errors that end the connection, in a server that speaks English. */
const FINAL = new Set(['FATAL', 'PANIC'])

/** PostgreSQL's codes for errors that end the connection, or refuse it. A server may translate its words, but none of its codes. */
export const ENDING = /^(?:08|25P0[34]|28|3D|53300|57P)/

/**
 * Whether the server refused a statement, so that nothing of it is left, and the connection goes on. A connection that takes no writes, or has a statement
 * prepared for other tables, is of no use.
 */
export function isRefusal(error: unknown): error is Refusal {
  return isOfServer(error) && !isEnding(error) && !isReadOnly(error) && !isOutdated(error)
}

const isOfServer = (error: unknown): error is Refusal & { severity: string } =>
  error instanceof Error && 'severity' in error && 'code' in error

const isEnding = ({ severity, code }: Refusal & { severity: string }) => FINAL.has(severity) || ENDING.test(code)

/**
 * Whether a statement was prepared before one of its result columns changed: the session refuses it for ever. The message depends on the language, so the
 * routine is compared.
 */
export const isOutdated = (error: Error): boolean => 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** Whether a statement was refused because of its data: they break a constraint (class 23), or are no values of their types (class 22). */
export function isOfData(error: unknown): boolean {
  return isRefusal(error) && /^2[23]/.test(error.code)
}
