/** What lets the user of `DATABASE_URL` do what it must. */
export const ENTITLED =
  'Make the user of DATABASE_URL the owner of the database and of its tables. One that only serves what another user has migrated needs ' +
  'select, insert, update and delete on all tables, and usage on all sequences.'

const UNENTITLED = { what: 'The database server does not let this user do what it must', mend: ENTITLED }

/** What a server refuses who cannot run without it, by PostgreSQL's code, and what to do. */
const REFUSALS: Readonly<Record<string, { what: string; mend: string }>> = {
  53300: {
    what: 'The database server gives no more connections',
    mend: 'A process takes up to 11, and so does each worker. Allow more, run fewer, or put a pooler before the server.',
  },
  42501: UNENTITLED,
  // No schema of its search path is there, or is open to it.
  '3F000': UNENTITLED,
}

/** Why a process cannot run that the database server refuses something that it needs; undefined for every other error. */
export function refusalExplained(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const refusal = 'code' in error ? REFUSALS[String(error.code)] : undefined
  return refusal ? `${refusal.what}: ${error.message}. ${refusal.mend}` : refusalExplained(error.cause)
}
