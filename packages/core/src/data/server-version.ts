/** The oldest major version of PostgreSQL that is supported. */
const OLDEST = 14

/** Throws an `Error` for a server that is too old, by its version, such as `13.4`. */
export function requireVersion(version: string): void {
  if (Number.parseInt(version, 10) < OLDEST) throw new Error(`It is PostgreSQL ${version}, and not ${OLDEST} or later`)
}

/** Throws an `Error` for a database that is not kept in UTF-8: searches compare characters, and other encodings lack some. */
export function requireUnicode(encoding: string): void {
  if (encoding === 'UTF8') return
  throw new Error(
    `Its encoding is ${encoding}, and not UTF8: make the database with "encoding 'UTF8' template template0"`,
  )
}
