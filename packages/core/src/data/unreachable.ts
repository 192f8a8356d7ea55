/** Thrown when the database server cannot be used. The message names the server and never the password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'

  /** `setting` is the name of the setting with the URL. */
  constructor(url: string, cause: unknown, setting = 'DATABASE_URL') {
    const { hostname, port } = new URL(url)
    super(
      `The database server at ${hostname}:${port || 5432} cannot be used: ${reasonOf(cause)}. ` +
        (isUnverified(cause)
          ? `Name the authorities of its certificate in ${setting}: ?sslmode=verify-full&sslrootcert=/path/to/authorities.pem`
          : `Check that it runs, and that ${setting} names it, its user and its database rightly.`),
      { cause },
    )
  }
}

/** Returns the message of an error. A refused connection has an error for each address of the host, and no message of its own: then that of the first. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}

/** Whether no authority that this process trusts vouches for a server's certificate, by the codes of OpenSSL. */
const isUnverified = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNVERIFIED.has(String(error.code))

const UNVERIFIED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
