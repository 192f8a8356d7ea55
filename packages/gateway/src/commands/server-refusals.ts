/** Advice by which the user of `DATABASE_URL` gets the privileges that it needs. */
export const ENTITLED =
  'Make the user of DATABASE_URL the owner of the database and of its tables. One that only serves what another user has migrated needs ' +
  'select, insert, update and delete on all tables, and usage on all sequences.'

const UNENTITLED = { what: 'The database server does not let this user do what it must', mend: ENTITLED }

/** Refusals of a database server that keep a process from running, by PostgreSQL's error code, and what to do. */
const REFUSALS: Readonly<Record<string, { what: string; mend: string }>> = {
  53300: {
    what: 'The database server gives no more connections',
    mend: 'A process takes up to 11, and so does each worker. Allow more, run fewer, or put a pooler before the server.',
  },
  42501: UNENTITLED,
  // No schema of the user's search path exists, or is open to the user.
  '3F000': UNENTITLED,
}

/** Returns why the database server refuses something that a process needs; undefined for any other error. */
export function refusalExplained(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const refusal = 'code' in error ? REFUSALS[String(error.code)] : undefined
  return refusal ? `${refusal.what}: ${error.message}. ${refusal.mend}` : refusalExplained(error.cause)
}
