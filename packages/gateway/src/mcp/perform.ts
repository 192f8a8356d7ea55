import { fault, invalid, requireScopes } from '@roster/core'
import {
  type AnyOperation,
  compareWithCurrent,
  goOnByCursor,
  isWalked,
  type Principal,
  type Problem,
} from '@roster/core/contract'
import { asProblem, type EffectResult, faultsIn, isObject, performOnce, splitInput } from '@roster/core/server'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { serializerOf } from '../operations/serializer.ts'
import { isOurFault } from '../problems/problem.ts'
import type { AgentPerformer } from './agent-performer.ts'
import { currentRecord } from './current-record.ts'
import { keyOfCall } from './idempotency.ts'
import { type Advice, refusalResult, successResult } from './result.ts'
import type { ToolCall, ToolResult } from './tool.ts'
import { logToolCall } from './tool-log.ts'

/** The state that a call had reached when it ended. */
interface Ended {
  principal: Principal | undefined
  output: unknown
  /** Whether the answer is the stored answer of an earlier call. */
  isRepeated: boolean
}

/** The result of a call of an operation. */
interface Performed extends ToolResult {
  /** Why the call was refused; undefined for a success, and for a stored refusal. */
  problem?: Problem
}

/**
 * Calls an operation for an agent. Quota, scope, validation, effect and commit are those of every protocol. Logs a security line for each call. Never throws.
 */
export async function performCall(performer: AgentPerformer, call: ToolCall): Promise<Performed> {
  const { operation } = performer
  const { context } = call
  const input = withCursor(operation, call.input)
  const ended: Ended = { principal: undefined, output: undefined, isRepeated: false }
  const performed = await resultOf(performer, { ...call, input }, ended).then(
    (result): Performed => ({ result, operation }),
    async (error: unknown) => {
      const problem = withEveryFault(problemOf(error, call), operation, input)
      const advice = isVersionConflict(problem)
        ? await adviceOnConflict(performer, { ...call, input }, ended)
        : undefined
      return { result: refusalResult(problem, context, advice), operation, problem }
    },
  )
  const { principal, output, isRepeated } = ended
  const told = { succeeded: performed.result.isError !== true, principal, input, output }
  if (!isRepeated) context.tell(operation, told)
  logToolCall(call, operation, { ...told, isRepeated })
  return performed
}

async function resultOf(
  { operation, scopesFor, perform, attempt }: AgentPerformer,
  { context, input, idempotencyKey, confirmedKey }: ToolCall,
  ended: Ended,
): Promise<CallToolResult> {
  const serialize = serializerOf(operation)
  const success = (output: unknown) => {
    ended.output = output
    return successResult(operation.name, serialize?.(output))
  }
  const principal = (ended.principal = await context.admit(operation))
  requireScopes(operation, principal, scopesFor(principal, input))
  requireNoPage(operation, input)
  const parts = splitInput(operation, input)
  const once = keyOfCall(context, operation, input, confirmedKey ?? idempotencyKey)
  if (!once) return success(await perform(context, principal, ...parts))

  const answer = (result: EffectResult) => {
    if (!('problem' in result)) return success(result.output)
    // A caller that repeats a call without a key wants to try again. A version conflict always shows the present record.
    if (once.isDerived || isVersionConflict(result.problem)) throw result.problem
    return refusalResult(withEveryFault(result.problem, operation, input), context)
  }
  const { response, isReplay } = await performOnce(
    { context, principal, method: 'MCP', path: operation.name, ...once },
    await attempt(context, principal, ...parts),
    answer,
  )
  ended.isRepeated = isReplay
  return isReplay ? repeated(response) : response
}

const isVersionConflict = ({ code }: Problem): boolean => code === 'version-conflict'

/** Returns advice with the present record; undefined when the caller may not read the record, or it is gone. */
async function adviceOnConflict(
  performer: AgentPerformer,
  call: ToolCall,
  { principal }: Ended,
): Promise<Advice | undefined> {
  try {
    const current = await currentRecord(performer, call.context, principal!, call.input)
    return current === undefined ? undefined : { current, next_step: compareWithCurrent }
  } catch (error) {
    problemOf(error, call)
    return undefined
  }
}

/** Returns the problem of an error. Logs the problem when it is the service's fault. */
function problemOf(error: unknown, { log }: ToolCall): Problem {
  const problem = asProblem(error)
  if (isOurFault(problem)) log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message)
  return problem
}

/** Adds a text to the result: nothing was done this time. */
function repeated(result: CallToolResult): CallToolResult {
  const text = 'This is the answer to the same call before; nothing was done again. To do it once more, use call_operation with an idempotency_key of your own.' // prettier-ignore
  return { ...result, content: [...result.content, { type: 'text', text }] }
}

/** Adds an empty cursor to the input of a list without one, so that it is read from the beginning. */
function withCursor(operation: AnyOperation, input: unknown): unknown {
  if (!isWalked(operation)) return input
  if (input === undefined) return { cursor: '' }
  return isObject(input) ? { cursor: '', ...input } : input
}

/** Throws `invalid-parameters` for a page number. Otherwise validation would name a cursor beside it, which the agent has not sent. */
function requireNoPage(operation: AnyOperation, input: unknown): void {
  if (isWalked(operation) && isObject(input) && 'page' in input)
    throw invalid('parameters', [fault('parameters', ['page'], 'unknown-parameter', goOnByCursor)])
}

/** Adds the faults of the body to a refusal of parameters, since agents see one input. */
function withEveryFault(problem: Problem, operation: AnyOperation, input: unknown): Problem {
  if (problem.code !== 'invalid-parameters' || !operation.body || !problem.faults) return problem
  const [, body] = splitInput(operation, input)
  const { error } = operation.body.safeParse(body, { reportInput: true })
  return error ? invalid('parameters', [...problem.faults, ...faultsIn(error, 'body')]) : problem
}
