/** PostgreSQL's code for a server, a database or a role that has no connection left. */
const SPENT = '53300'

/** Why a process cannot run that the database server gives no more connections; undefined for every other error. */
export function connectionsSpent(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (!('code' in error) || error.code !== SPENT) return connectionsSpent(error.cause)
  return (
    `The database server gives no more connections: ${error.message}. A process takes up to 11, and so does each worker. ` +
    'Allow more, run fewer, or put a pooler before the server.'
  )
}
