import { requireScope } from '../access/scope.ts'
import type { Context } from './context.ts'
import type { AnyOperation } from '../contract/operation.ts'
import type { Principal } from '../contract/principal.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Performer } from './performer.ts'
import { isObject } from './sent-object.ts'
import { asTRPCError } from './trpc.ts'

type Callable = Pick<Performer, 'operation' | 'perform'>

/**
 * Makes a call as RPC does, with one flat input, and reports to `context` how the call ended. When `input` is a function, it is asked for the input once the
 * caller is admitted and has the scope. `isCalledRightly` throws for a call that must not be made.
 */
export function callFlat(
  performer: Callable,
  context: Context,
  input: unknown,
  isCalledRightly = () => {},
): Promise<unknown> {
  const { tracing } = context.database
  return tracing
    ? asSpan(tracing, performer, context, input, isCalledRightly)
    : call(performer, context, input, isCalledRightly)
}

/** Makes a call as a span (semantic conventions for RPC). */
function asSpan(tracing: Tracing, ...flat: Parameters<typeof call>): Promise<unknown> {
  const { name } = flat[0].operation
  const attributes = { 'rpc.system.name': 'trpc', 'rpc.method': name }
  return tracing.run({ name, kind: 'server', attributes }, async (span) => {
    try {
      return await call(...flat)
    } catch (error) {
      span.set({ 'rpc.response.status_code': asTRPCError(error).code })
      throw error
    }
  })
}

async function call(
  { operation, perform }: Callable,
  context: Context,
  given: unknown,
  isCalledRightly: () => void,
): Promise<unknown> {
  let input = typeof given === 'function' ? undefined : given
  let principal: Principal | undefined
  try {
    principal = await context.admit(operation)
    isCalledRightly()
    if (typeof given === 'function') {
      requireScope(operation, principal)
      input = await given()
    }
    const output = await perform(context, principal, ...splitInput(operation, input))
    context.tell(operation, { succeeded: true, principal, input, output })
    return output
  } catch (error) {
    context.tell(operation, { succeeded: false, principal, input })
    throw error
  }
}

/** Returns the parameters and the body in one flat object, as RPC sends it: the members that are no parameters are the body. */
export function splitInput(operation: AnyOperation, input: unknown): [parameters: unknown, body: unknown] {
  if (input === undefined) return [{}, operation.body ? {} : undefined]
  if (!operation.body) return [input, undefined]
  if (!isObject(input)) return [{}, input]
  const isParameter = ([name]: [string, unknown]) => Object.hasOwn(operation.parameters.shape, name)
  const members = Object.entries(input)
  const body = members.filter((member) => !isParameter(member))
  return [Object.fromEntries(members.filter(isParameter)), Object.fromEntries(body)]
}
