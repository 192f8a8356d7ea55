import { type ErrorCode, errors } from './errors.ts'
import type { Resource } from './resource.ts'

/** A kind of error that callers are told about. It has a page of its own, and a place in the API's document. */
export interface ErrorKind<Code extends string = string> {
  /** Kebab-case name, the same for ever: callers decide by it. */
  code: Code
  /** HTTP status code. */
  status: number
  /** The kind in a few words. */
  title: string
  /** What happened, for any occurrence of it. */
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

/** The kind that a code of the core names, or the one that is given. */
export const kindOf = (error: ErrorCode | ErrorKind): ErrorKind => (typeof error === 'string' ? core[error] : error)

/**
 * Every kind of error that an application with these resources can answer with, by status: those of the core, and those that operations
 * declare. Throws where two kinds have one code.
 */
export function errorKindsOf(contracts: readonly Resource[]): ErrorKind[] {
  const kinds = new Map(coreErrors.map((kind) => [kind.code, kind]))
  for (const { operations, rest, files } of contracts)
    for (const operation of Object.values({ ...operations, ...rest, ...files }))
      for (const kind of operation.errors) {
        const known = kinds.get(kind.code)
        if (known !== undefined && known !== kind)
          throw new Error(
            `${operation.name}: another error has the code ${kind.code} already. Give one of them another code.`,
          )
        kinds.set(kind.code, kind)
      }
  return [...kinds.values()].toSorted((one, other) => one.status - other.status)
}
