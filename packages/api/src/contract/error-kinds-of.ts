import { coreErrors, type ErrorKind } from './error-kind.ts'
import type { Resource } from './resource.ts'

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
