/**
 * Throws where the database has answered COMMIT with another command: it rolls back a transaction in which it has refused a statement, and reports no error.
 * `command` is the answer's first word.
 */
export function requireCommitted(command: string | undefined): void {
  if (command === 'COMMIT') return
  throw new Error(
    'A statement of this transaction was refused, so that nothing is committed. Run what may fail in `transaction.nested`.',
  )
}
