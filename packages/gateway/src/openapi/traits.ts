import {
  type AnyOperation,
  changesItsPath,
  isPaged,
  isFile,
  isRepresentedBy,
  isStream,
  type Readers,
  representationOf,
  takesKey,
} from '@roster/core/contract'
import { z } from 'zod'
import type { SecuritySchemes } from './security.ts'

/** Properties of an operation that decide its headers and conditional responses. */
export interface Traits {
  always: true
  /** Whether the operation is a download, whole or in ranges. */
  isFile: boolean
  /** Whether the response is a stream of events that does not end. */
  isStream: boolean
  /** Whether a success has a body. */
  hasBody: boolean
  hasLocation: boolean
  hasLinks: boolean
  /** Whether a success has an entity tag. */
  hasTag: boolean
  hasLastModified: boolean
  /** Whether a success can say when to read again, in `Retry-After`. */
  hasRetryAfter: boolean
  isDeprecated: boolean
  /** Whether a success gives or takes away the session cookie. */
  setsCookie: boolean
  takesKey: boolean
  /** Whether the operation is a change that a session cookie can authorize. */
  changesByCookie: boolean
  /** Whether the operation is a read that answers 304 when nothing is new. */
  isConditionalRead: boolean
  isConditionalReadByDate: boolean
  /** Whether the operation answers 412 when its resource has changed. */
  isConditional: boolean
  isConditionalByDate: boolean
}

/** Returns the traits of an operation, given the operations that read and the security schemes. */
export function traitsOf(operation: AnyOperation, readers: Readers, schemes: SecuritySchemes): Traits {
  const { method, scope, output, location, retryAfter, deprecated } = operation
  const file = isFile(operation)
  const representation = representationOf(operation, readers)
  const stream = isStream(operation)
  const hasBody = file || output !== undefined
  const hasTag = file || (!stream && isRepresentedBy(operation, representation))
  const hasLastModified = file || (hasTag && isDated(output))
  const isConditionalRead = hasTag && method === 'GET'
  const isConditionalChange = representation !== undefined && changesItsPath(method)
  return {
    always: true,
    isFile: file,
    isStream: stream,
    hasBody,
    hasLocation: location !== undefined,
    hasLinks: isPaged(operation) || (hasBody && deprecated !== undefined),
    hasTag,
    hasLastModified,
    hasRetryAfter: retryAfter !== undefined,
    isDeprecated: deprecated !== undefined,
    setsCookie: operation.cookie !== undefined,
    takesKey: takesKey(operation),
    changesByCookie: method !== 'GET' && scope !== 'none' && 'session' in schemes,
    isConditionalRead,
    isConditionalReadByDate: isConditionalRead && hasLastModified,
    isConditional: isConditionalRead || isConditionalChange,
    isConditionalByDate: isConditionalRead ? hasLastModified : isConditionalChange && isDated(representation.output),
  }
}

/** Whether an output is a record that says when it last changed. */
const isDated = (output: z.ZodType | undefined): boolean =>
  output instanceof z.ZodObject && 'updated_at' in output.shape && isInstant(output.shape['updated_at'])

/** Whether values of a schema can be instants: texts, or the dates that are written as such. */
function isInstant({ _zod }: z.core.$ZodType): boolean {
  const { type, innerType, in: sent = innerType, getter, options = [] } = _zod.def as Parts
  const parts = [...options, ...(sent ? [sent] : []), ...(getter ? [getter()] : [])]
  return type === 'string' || type === 'date' || parts.some(isInstant)
}

type Parts = {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  getter?: () => z.core.$ZodType
  options?: readonly z.core.$ZodType[]
}
