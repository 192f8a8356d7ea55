import type { AnyOperation } from './operation.ts'

/**
 * The operation that reads what this one writes or makes: the GET at the same path, or at the new resource's `Location`. Entity tags are made
 * from what it answers. Undefined where there is nothing to read.
 */
export function representationOf(
  operation: AnyOperation,
  operations: readonly AnyOperation[],
): AnyOperation | undefined {
  const path = operation.method === 'POST' ? operation.location : operation.path
  if (path === undefined) return undefined
  return operations.find((other) => other.method === 'GET' && unnamed(other.path) === unnamed(path))
}

/** Whether a success of an operation is its representation, and so has an entity tag. */
export function isRepresentedBy(operation: AnyOperation, representation: AnyOperation | undefined): boolean {
  return representation !== undefined && representation.output === operation.output
}

/** A path whatever its parameters are called. */
export const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')
