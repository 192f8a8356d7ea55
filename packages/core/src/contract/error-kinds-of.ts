import { coreErrors, type ErrorKind } from './error-kind.ts'
import { operationsOf, type Resource } from './resource.ts'

/**
 * Returns every kind of error that an application with these resources can answer with, ordered by status: those of the core, and those that operations
 * declare.
 */
export function errorKindsOf(contracts: readonly Resource[]): ErrorKind[] {
  const declared = contracts.flatMap(operationsOf).flatMap(({ errors }) => errors)
  return [...new Set([...coreErrors, ...declared])].toSorted((one, other) => one.status - other.status)
}
