import { namesIn, unnamed } from '#core/contract/path-template'
import type { Operation } from './operation.ts'

/** The operation that reads what is at the path of another. */
export const readerOf = ({ path }: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find((other) => other.method === 'GET' && unnamed(other.path) === unnamed(path))

/** The parameters of a path by the names that another operation at it has for them. */
export function pathOf(reader: Operation, operation: Operation, input: Record<string, unknown>): object {
  const given = namesIn(operation.path)
  return Object.fromEntries(namesIn(reader.path).map((name, nth) => [name, input[given[nth]!]]))
}
