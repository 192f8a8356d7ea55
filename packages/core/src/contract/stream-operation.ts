import type { ErrorKind } from './error-kind.ts'
import type { ErrorCode } from './errors.ts'
import {
  type AnyOperation,
  type AnySchema,
  type Operation,
  operation,
  type OperationTypes,
  type Shape,
} from './operation.ts'

/** An operation whose answer does not end: server-sent events over REST, a subscription over RPC. Its output is one event of the stream. */
export type StreamOperation<Types extends OperationTypes = any> = Operation<'GET', Types> & {
  /** Tells the two kinds apart. */
  readonly isStream: true
}

interface StreamSpec<Query extends Shape> {
  path: string
  summary: string
  description: string
  scope: string
  query: Query
  /** What the `data` of an event is. */
  output: AnySchema
  errors?: readonly (ErrorCode | ErrorKind)[]
}

/** Describes a stream. Its `name` is given by the resource it belongs to. */
export function streamOperation<Query extends Shape>(spec: StreamSpec<Query>) {
  return { ...operation({ ...spec, method: 'GET', cacheControl: 'no-store' }), isStream: true as const }
}

/** Returns whether an operation answers with a stream. */
export const isStream = (one: AnyOperation): one is StreamOperation => 'isStream' in one
