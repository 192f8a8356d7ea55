import { namesIn, unnamed } from '#core/contract/path-template'
import type { Operation } from './operation.ts'

/** Returns the operation that reads the record at the path of another operation, or undefined. */
export const readerOf = ({ path }: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find((other) => other.method === 'GET' && unnamed(other.path) === unnamed(path))

/** Returns the path parameters of an operation, under the names that the reading operation gives them. */
export function pathOf(reader: Operation, operation: Operation, input: Record<string, unknown>): object {
  const given = namesIn(operation.path)
  return Object.fromEntries(namesIn(reader.path).map((name, nth) => [name, input[given[nth]!]]))
}
