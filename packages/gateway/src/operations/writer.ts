import type { AnyOperation } from '@roster/core/contract'
import { type Serialize, serializerOf } from './serializer.ts'

/** Returns a function that writes a record as GET does. An entity is converted by its `record()`; any other value is a record already. */
export function writerOf(operation: AnyOperation | undefined): ((target: unknown) => string) | undefined {
  const serialize: Serialize | undefined = operation && serializerOf(operation)
  return serialize && ((target) => serialize(isEntity(target) ? target.record() : target))
}

function isEntity(target: unknown): target is { record(): unknown } {
  return typeof target === 'object' && target !== null && 'record' in target && typeof target.record === 'function'
}
