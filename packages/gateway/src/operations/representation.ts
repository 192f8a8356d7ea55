import type { AnyOperation } from '@roster/api'
import { type Serialize, serializerOf } from './serializer.ts'

/**
 * How the resource that an operation writes is read: the serializer of the GET at the same path, or at the new resource's `Location`.
 * Entity tags are made from what it writes. Undefined where there is nothing to read.
 */
export function representationOf(
  operation: AnyOperation,
  operations: readonly AnyOperation[],
): AnyOperation | undefined {
  const path = operation.method === 'POST' ? operation.location : operation.path
  if (path === undefined) return undefined
  return operations.find((other) => other.method === 'GET' && sameShape(other.path, path))
}

/** Whether a success of an operation is its representation, and so has an entity tag. */
export function isRepresentedBy(operation: AnyOperation, representation: AnyOperation | undefined): boolean {
  return representation !== undefined && representation.output === operation.output
}

const sameShape = (path: string, other: string) => unnamed(path) === unnamed(other)
const unnamed = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** A record as GET writes it: entities know how, everything else is one already. */
export function writerOf(operation: AnyOperation | undefined): ((target: unknown) => string) | undefined {
  const serialize: Serialize | undefined = operation && serializerOf(operation)
  return serialize && ((target) => serialize(isEntity(target) ? target.record() : target))
}

function isEntity(target: unknown): target is { record(): unknown } {
  return typeof target === 'object' && target !== null && 'record' in target && typeof target.record === 'function'
}
