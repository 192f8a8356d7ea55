import type { AnyOperation } from '@roster/core/contract'
import { type Serialize, serializerOf } from './serializer.ts'

/** A record as GET writes it: entities know how, everything else is one already. */
export function writerOf(operation: AnyOperation | undefined): ((target: unknown) => string) | undefined {
  const serialize: Serialize | undefined = operation && serializerOf(operation)
  return serialize && ((target) => serialize(isEntity(target) ? target.record() : target))
}

function isEntity(target: unknown): target is { record(): unknown } {
  return typeof target === 'object' && target !== null && 'record' in target && typeof target.record === 'function'
}
