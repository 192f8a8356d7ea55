import { type ErrorCode, errors } from './errors.ts'

/** A kind of error that callers receive. Each kind has its own page, and an entry in the API's document. */
export interface ErrorKind<Code extends string = string> {
  /** Kebab-case name. It never changes, because callers decide by it. */
  code: Code
  /** HTTP status code. */
  status: number
  /** The kind in a few words. */
  title: string
  /** What happened, in words that fit every occurrence. */
  description: string
  /** What the caller should do next. */
  remedy: string
}

/** Describes a kind of error of an application. Operations that throw it list it among their `errors`. */
export const errorKind = <const Code extends string>(kind: ErrorKind<Code>): ErrorKind<Code> => kind

const core = Object.fromEntries(Object.entries(errors).map(([code, entry]) => [code, { code, ...entry }])) as {
  [Code in ErrorCode]: ErrorKind<Code>
}

/** The kinds of errors that the core itself answers with. */
export const coreErrors: readonly ErrorKind[] = Object.values(core)

/**
 * Returns the core's kind of error for a code, or the kind that is given. Throws an `Error` for an unknown code, with the name of the operation that lists it
 * (`by`).
 */
export function kindOf(error: ErrorCode | ErrorKind, by?: string): ErrorKind {
  if (typeof error === 'object') return error
  if (Object.hasOwn(core, error)) return core[error]
  const listed = by === undefined ? '' : `, which ${by} lists`
  throw new Error(
    `The core has no error ${JSON.stringify(error)}${listed}. Describe one with \`errorKind\`, or name one of ${Object.keys(core).join(', ')}.`,
  )
}
