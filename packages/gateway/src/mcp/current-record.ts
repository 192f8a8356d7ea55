import type { Principal } from '@roster/core/contract'
import type { RequestContext } from '../context/request-context.ts'
import { shown } from '../operations/serializer.ts'
import type { AgentPerformer } from './agent-performer.ts'

/**
 * Returns the record that a call would have changed, in the form that its caller may read. All checks of a read apply. The read counts against no quota, since
 * the call has counted. Returns undefined when no operation reads the record. Throws the problems of the read.
 */
export async function currentRecord(
  { operation, reader }: AgentPerformer,
  context: RequestContext,
  principal: Principal,
  input: unknown,
): Promise<unknown> {
  if (!reader) return undefined
  const parameters = renamed(input as Record<string, unknown>, operation.pathNames, reader.operation.pathNames)
  return shown(reader.operation, await reader.perform(context, principal, parameters, undefined))
}

/** Returns the parameters of a path under the names that another operation gives them. */
const renamed = (input: Record<string, unknown>, from: readonly string[], to: readonly string[]) =>
  Object.fromEntries(to.map((name, nth) => [name, input[from[nth]!]]))
