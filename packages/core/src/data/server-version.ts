/** The oldest major version of PostgreSQL that is supported. */
const OLDEST = 14

/** Throws an `Error` for a server that is too old, by its version, such as `13.4`. */
export function requireVersion(version: string): void {
  if (Number.parseInt(version, 10) < OLDEST) throw new Error(`It is PostgreSQL ${version}, and not ${OLDEST} or later`)
}
