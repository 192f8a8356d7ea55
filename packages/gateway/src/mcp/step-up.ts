import { holdsScope } from '@roster/core'
import { type Principal, Problem } from '@roster/core/contract'
import type { FastifyBaseLogger } from 'fastify'
import { metadataUrlOf } from '../auth/protected-resource.ts'
import type { RequestContext } from '../context/request-context.ts'
import { MCP_PATH } from './path.ts'
import { agentIn, type Offered } from './protocol.ts'
import type { Target } from './tool.ts'
import { logToolCall } from './tool-log.ts'

/** The members of a message that call a tool, or name a resource or a task. */
interface Message {
  method?: unknown
  params?: { name?: unknown; arguments?: unknown; uri?: unknown; taskId?: unknown; _meta?: object } | null
}

/** The tools and resources that messages can call. */
type Reached = Pick<Offered, 'tools' | 'resources'>

/**
 * Throws `insufficient-scope` with every scope that a call lacks, when the caller's token could get these scopes: the client then asks its user for them, and
 * repeats the call (RFC 6750, section 3.1). A caller that cannot get them, such as one with an API key, is refused in the result of the call.
 */
export async function requireAttainableScopes(
  reached: Reached,
  message: unknown,
  context: RequestContext,
  log: FastifyBaseLogger,
): Promise<void> {
  const { method, params } = (message ?? {}) as Message
  const target = params && targetOf(reached, method, params)
  if (!target) return
  const { performer, input } = target
  const { operation, scopesFor } = performer
  const principal = await context.identify()
  const refusal = lackOf(operation.name, scopesFor(principal, input), principal, context)
  if (!refusal) return
  await context.admit(operation)
  const call = { context, log, input, agent: agentIn(params._meta), idempotencyKey: undefined, traceparent: undefined }
  logToolCall(call, operation, { succeeded: false, principal, input, isRepeated: false })
  throw refusal
}

/** Returns `insufficient-scope` when the token lacks some of the scopes and could get them; undefined otherwise. */
export function lackOf(
  name: string,
  scopes: readonly string[],
  principal: Principal,
  context: RequestContext,
): Problem | undefined {
  const missing = scopes.filter((scope) => !holdsScope(principal, scope))
  return missing.length === 0 || !mayGet(context, principal, missing)
    ? undefined
    : lacking(name, principal, missing, context)
}

/** The parameter that names the record, by method. */
const NAMED_BY: Record<string, 'uri' | 'taskId'> = {
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/cancel': 'taskId',
  'tasks/update': 'taskId',
}

/** Returns the operation and input that a message calls; undefined when it calls none. */
function targetOf(
  { tools, resources }: Reached,
  method: unknown,
  params: NonNullable<Message['params']>,
): Target | undefined {
  if (method === 'tools/call') return tools.get(params.name as string)?.targetOf(params.arguments)
  const record = params[NAMED_BY[method as string]!]
  return typeof record === 'string' ? resources.find(record) : undefined
}

/** Whether a caller has a token, and could get one with these scopes. */
const mayGet = ({ access }: RequestContext, { type, role }: Principal, scopes: readonly string[]): boolean =>
  type === 'access_token' && scopes.every((scope) => access.mayHold(role, scope))

function lacking(name: string, { scheme }: Principal, missing: readonly string[], { baseUrl }: RequestContext) {
  const scope = missing.join(' ')
  const metadata = metadataUrlOf(baseUrl, MCP_PATH)
  const challenge = `${scheme ?? 'Bearer'} error="insufficient_scope", scope="${scope}", resource_metadata="${metadata}"`
  const detail = `${name} needs ${scope}, which this token does not hold. Ask for them, and call again.`
  return new Problem('insufficient-scope', detail, { headers: { 'www-authenticate': challenge } })
}
