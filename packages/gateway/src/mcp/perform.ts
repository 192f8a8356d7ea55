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

/** How a call ended, as far as it came. */
interface Ended {
  principal: Principal | undefined
  output: unknown
  /** Whether it was answered with what an earlier one was. */
  isRepeated: boolean
}

/** What a call of an operation came to. */
interface Performed extends ToolResult {
  /** Why it was refused; undefined for a success, and for a refusal that was kept. */
  problem?: Problem
}

/**
 * Makes a call of an operation for an agent: quota, scope, validation, effect and commit are those of every protocol. Each leaves a line about
 * security. It never throws.
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
    // Who calls again without a key means to try again; and a conflict shows the record as it is whenever the call is made.
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

/** Shows the record as it is now. Undefined for who may not read it, and where it is gone by now. */
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

/** The problem that an error is to its caller; one of ours is logged. */
function problemOf(error: unknown, { log }: ToolCall): Problem {
  const problem = asProblem(error)
  if (isOurFault(problem)) log.error({ err: problem.cause ?? problem, code: problem.code }, problem.message)
  return problem
}

/** Tells the agent that nothing was done this time. */
function repeated(result: CallToolResult): CallToolResult {
  const text = 'This is the answer to the same call before; nothing was done again. To do it once more, use call_operation with an idempotency_key of your own.' // prettier-ignore
  return { ...result, content: [...result.content, { type: 'text', text }] }
}

/** Lists are read by cursor, from the beginning where none is given. */
function withCursor(operation: AnyOperation, input: unknown): unknown {
  if (!isWalked(operation)) return input
  if (input === undefined) return { cursor: '' }
  return isObject(input) ? { cursor: '', ...input } : input
}

/** A page by its number would be told to have a cursor beside, which the agent has not sent. */
function requireNoPage(operation: AnyOperation, input: unknown): void {
  if (isWalked(operation) && isObject(input) && 'page' in input)
    throw invalid('parameters', [fault('parameters', ['page'], 'unknown-parameter', goOnByCursor)])
}

/** A refusal of parameters names the faults of the body as well: agents see one input. */
function withEveryFault(problem: Problem, operation: AnyOperation, input: unknown): Problem {
  if (problem.code !== 'invalid-parameters' || !operation.body || !problem.faults) return problem
  const [, body] = splitInput(operation, input)
  const { error } = operation.body.safeParse(body, { reportInput: true })
  return error ? invalid('parameters', [...problem.faults, ...faultsIn(error, 'body')]) : problem
}
