import { requireScope } from '../authorize.ts'
import { type Call, carryOut } from '../perform.ts'
import { type Problem, problemOf } from '../problem.ts'
import { pathOf, readerOf } from '../reader.ts'
import type { AgentCall } from './exchange.ts'

/** Returns the current record after a version conflict, as its caller reads it. Returns undefined if the caller may not read it, and for any other problem. */
export async function currentRecord({ code }: Problem, made: Call, { agents, exchange, input = {} }: AgentCall) {
  const { operation, principal } = made
  const { spec } = exchange.application
  const reader = code === 'version-conflict' ? readerOf(operation, spec.operations) : undefined
  if (!reader || !agents.operations.some(({ name }) => name === reader.name)) return undefined
  try {
    requireScope(reader, principal, spec.name)
    return await carryOut({ ...made, operation: reader }, pathOf(reader, operation, input), undefined)
  } catch (error) {
    if (!problemOf(error)) throw error
    return undefined
  }
}
