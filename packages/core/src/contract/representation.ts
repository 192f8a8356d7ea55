import type { AnyOperation } from './operation.ts'
import { unnamed } from './path-template.ts'

/** The operations that read (GET), by their paths with parameters written as `{}`. */
export type Readers = ReadonlyMap<string, AnyOperation>

/** Returns the operations that read (GET) among all of an application. */
export const readersOf = (operations: readonly AnyOperation[]): Readers =>
  new Map(operations.filter(({ method }) => method === 'GET').map((reader) => [unnamed(reader.path), reader]))

/**
 * Returns the operation that reads what the given one writes or makes: the GET at the same path, or at the `Location` of the new record. Entity tags are made
 * from its output. Undefined when there is no such GET.
 */
export function representationOf(operation: AnyOperation, readers: Readers): AnyOperation | undefined {
  const path = operation.method === 'POST' ? operation.location : operation.path
  return path === undefined ? undefined : readers.get(unnamed(path))
}

/** Returns whether the successful response of an operation is the representation of the record, and so has an entity tag. */
export function isRepresentedBy(operation: AnyOperation, representation: AnyOperation | undefined): boolean {
  return representation !== undefined && representation.output === operation.output
}
