import type { AnyOperation } from './operation.ts'
import { unnamed } from './path-template.ts'

/** Operations that read, by their paths whatever their parameters are called. */
export type Readers = ReadonlyMap<string, AnyOperation>

/** Finds the operations that read among all of an application. */
export const readersOf = (operations: readonly AnyOperation[]): Readers =>
  new Map(operations.filter(({ method }) => method === 'GET').map((reader) => [unnamed(reader.path), reader]))

/**
 * The operation that reads what this one writes or makes: the GET at the same path, or at the new resource's `Location`. Entity tags are made
 * from what it answers. Undefined where there is nothing to read.
 */
export function representationOf(operation: AnyOperation, readers: Readers): AnyOperation | undefined {
  const path = operation.method === 'POST' ? operation.location : operation.path
  return path === undefined ? undefined : readers.get(unnamed(path))
}

/** Returns whether a success of an operation is its representation, and so has an entity tag. */
export function isRepresentedBy(operation: AnyOperation, representation: AnyOperation | undefined): boolean {
  return representation !== undefined && representation.output === operation.output
}
