import type { Performer } from '@roster/core'
import type { Principal } from '@roster/core/contract'
import type { RequestContext } from '../context/request-context.ts'
import { serializerOf } from '../operations/serializer.ts'
import type { AgentPerformer } from './agent-performer.ts'

/**
 * Returns the record that a call would have changed, as its caller reads it: with every check of a read, and counted against no quota, since the call was.
 * Undefined where nothing reads it. Throws what a read would.
 */
export async function currentRecord(
  { operation, reader }: AgentPerformer,
  context: RequestContext,
  principal: Principal,
  input: unknown,
): Promise<unknown> {
  if (!reader) return undefined
  const parameters = renamed(input as Record<string, unknown>, operation.pathNames, reader.operation.pathNames)
  return written(reader, await reader.perform(context, principal, parameters, undefined))
}

const written = ({ operation }: Performer, record: unknown): unknown => JSON.parse(serializerOf(operation)!(record))

/** The parameters of a path by the names that another operation at it has for them. */
const renamed = (input: Record<string, unknown>, from: readonly string[], to: readonly string[]) =>
  Object.fromEntries(to.map((name, nth) => [name, input[from[nth]!]]))
