import { unnamed } from '#core/contract/path-template'
import type { Operation } from './operation.ts'

/** The operation that reads what is at the path of another. */
export const readerOf = ({ path }: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find((other) => other.method === 'GET' && unnamed(other.path) === unnamed(path))
