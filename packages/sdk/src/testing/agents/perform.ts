import { callKeyOf } from '#gateway/mcp/call-key'
import { goOnByCursor } from '#core/contract/agent-description'
import { fault } from '#core/validation/fault'
import { isGoodKey, isKept, once } from '../idempotency.ts'
import type { Operation } from '../operation.ts'
import { type Call, carryOut } from '../perform.ts'
import { type Problem, problemOf } from '../problem.ts'
import { invalid } from '../refuse.ts'
import { requireScopes } from '../scopes.ts'
import { faultsOf } from '../validate.ts'
import { currentRecord } from './current-record.ts'
import type { AgentCall } from './exchange.ts'
import { refusalResult, repeatedResult, successResult, type ToolResult } from './result.ts'

type Input = AgentCall['input']

/** Calls an operation for an agent, as the service does. A refusal is also a result. */
export async function performCall(call: AgentCall, operation: Operation): Promise<ToolResult> {
  const sent = { ...call, input: withCursor(operation, call.input) }
  const { service, request, time } = call.exchange
  const made: Call = { ...service, operation, parameters: {}, request, time, principal: call.principal, asked: [] }
  try {
    return await resultOf(made, sent)
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    return refusalResult(withEveryFault(problem, operation, sent), sent, await currentRecord(problem, made, sent))
  }
}

async function resultOf(made: Call, call: AgentCall): Promise<ToolResult> {
  const { operation, principal } = made
  const { exchange, input } = call
  const { application } = exchange
  exchange.count(operation.method, principal)
  requireScopes(made, made.stepsOf(operation), input ?? {})
  requireNoPage(operation, input)
  const given = goodKey(call.key)
  const carriedOut = () => {
    const output = carryOut(made, ...splitInput(operation, input))
    return output.then((record) => successResult(operation.name, operation.answers && record))
  }
  const key = callKeyOf(operation, given, () => JSON.stringify(input ?? null))
  if (!key) return carriedOut()

  const id = JSON.stringify([principal.type, principal.id, 'MCP', operation.name, key.key])
  const { result, isReplay } = await once(made, { ...key, id }, () =>
    carriedOut().catch((error: unknown) => {
      const problem = problemOf(error)
      // A caller that repeats a call without a key means to try again. A conflict shows the current record each time.
      if (!problem || key.isDerived || problem.code === 'version-conflict' || !isKept(problem, application)) throw error
      return refusalResult(withEveryFault(problem, operation, call), call)
    }),
  )
  return isReplay ? repeatedResult(result) : result
}

/** Returns the key that the client sent. Throws `invalid-parameters` for an invalid key. */
function goodKey(key: unknown): string | undefined {
  if (key === undefined || isGoodKey(key)) return key
  const message = 'must be 1 to 255 printable ASCII characters'
  throw invalid('parameters', [fault('parameters', ['idempotencyKey'], 'invalid-format', message)])
}

/** Returns the input with an empty cursor if the list also has page numbers: agents read such lists by cursor, from the beginning unless they send a cursor. */
function withCursor({ parameters }: Operation, input: Input): Input {
  return isWalked(parameters) ? { cursor: '', ...input } : input
}

const isWalked = (parameters: object): boolean => 'cursor' in parameters && 'page' in parameters

function requireNoPage({ parameters }: Operation, input: Input): void {
  if (input && isWalked(parameters) && 'page' in input)
    throw invalid('parameters', [fault('parameters', ['page'], 'unknown-parameter', goOnByCursor)])
}

/** Splits the input of an agent: members that are no parameters form the body. */
function splitInput(
  { parameters, body }: Operation,
  input: Input = {},
): [parameters: object, body: object | undefined] {
  if (!body) return [input, undefined]
  const members = Object.entries(input)
  const isParameter = ([name]: [string, unknown]) => Object.hasOwn(parameters, name)
  return [
    Object.fromEntries(members.filter(isParameter)),
    Object.fromEntries(members.filter((member) => !isParameter(member))),
  ]
}

/** Adds the faults of the body to a refusal of parameters: agents see one input. */
function withEveryFault(problem: Problem, operation: Operation, { input, exchange }: AgentCall): Problem {
  if (problem.code !== 'invalid-parameters' || !operation.body || !problem.faults) return problem
  const [, body] = splitInput(operation, input)
  const found = faultsOf(operation.body, body, 'body', exchange.application.checks)
  return found.length > 0 ? invalid('parameters', [...problem.faults, ...found]) : problem
}
