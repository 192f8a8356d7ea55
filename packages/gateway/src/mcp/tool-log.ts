import type { AnyOperation } from '@roster/core/contract'
import type { Ended } from '@roster/core/server'
import { attemptOf, logSecurity, textOf } from '../logs/security-log.ts'
import type { ToolCall } from './tool.ts'

/** Logs the security line of a call by an agent: the operation, or the tool when no operation was reached; the client; the user. */
export function logToolCall(
  { context: { address }, log, agent, confirmation }: ToolCall,
  operation: Pick<AnyOperation, 'name' | 'pathNames'>,
  { isRepeated, ...ended }: Ended & { isRepeated: boolean },
): void {
  const { principal } = ended
  const client = principal?.credential?.type === 'access_token' ? principal.credential.client_id : null
  logSecurity(log, {
    ...attemptOf('tool.called', address, operation, ended),
    operation: textOf(operation.name),
    client,
    agent: textOf(agent) ?? null,
    user: principal?.user_id ?? null,
    ...(confirmation !== undefined && { confirmation }),
    ...(isRepeated && { repeated: true }),
  })
}

/** Logs the security line of a call that reached no operation, with the name of the tool. */
export async function logToolAlone(call: ToolCall, tool: string, succeeded: boolean): Promise<void> {
  const principal = await call.context.identify()
  logToolCall(call, { name: tool, pathNames: [] }, { succeeded, principal, input: undefined, isRepeated: false })
}
