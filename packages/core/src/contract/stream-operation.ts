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

/** An operation with an endless response: server-sent events over REST, a subscription over RPC. Its output is one event of the stream. */
export type StreamOperation<Types extends OperationTypes = any> = Operation<'GET', Types> & {
  /** Tells streams and other operations apart. */
  readonly isStream: true
}

interface StreamSpec<Query extends Shape> {
  path: string
  summary: string
  description: string
  scope: string
  /** Takes an optional `after`: the cursor after which the stream begins. */
  query: Query
  /** Schema of the `data` of an event. Notices of the service, such as `reset`, come beside over REST. */
  output: AnySchema
  errors?: readonly (ErrorCode | ErrorKind)[]
}

/** Describes a stream. The resource sets its `name`. */
export function streamOperation<Query extends Shape>(spec: StreamSpec<Query>) {
  return { ...operation({ ...spec, method: 'GET', cacheControl: 'no-store' }), isStream: true as const }
}

/** Returns whether an operation answers with a stream. */
export const isStream = (one: AnyOperation): one is StreamOperation => 'isStream' in one
