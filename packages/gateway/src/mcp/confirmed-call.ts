import { nobodyAsked, Problem } from '@roster/core/contract'
import { asProblem, type Signer } from '@roster/core/server'
import { type InputRequiredResult, ProtocolError } from '@modelcontextprotocol/server'
import { type Answered, confirmationOf, type ConfirmationResult } from './confirmation.ts'
import { refusalResult } from './result.ts'
import type { Confirmation, Target, Tool, ToolCall, ToolResult } from './tool.ts'
import { logToolCall } from './tool-log.ts'

const LEAVE_IT = 'Leave it at that, unless your user asks for it again.'

/** The result of a call, or a question to the user. */
type ConfirmedResult = ToolResult | { question: InputRequiredResult }

/**
 * Calls a tool. Before a destructive call, asks the user of the agent if the client can ask; if it cannot, the result says so. Throws a `ProtocolError` for the
 * answer to another question.
 */
export async function callConfirmed(
  tool: Tool,
  call: ToolCall,
  answered: Answered,
  signer: Signer,
): Promise<ConfirmedResult> {
  const target = tool.targetOf(call.input)
  if (!target) return tool.call(call)
  try {
    const confirmed = await confirmationOf(target, call, answered, signer)
    return await (confirmed ? goOn(tool, target, call, confirmed) : tool.call(call))
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    return { result: refusalResult(asProblem(error), call.context) }
  }
}

async function goOn(
  tool: Tool,
  target: Target,
  call: ToolCall,
  confirmed: ConfirmationResult,
): Promise<ConfirmedResult> {
  const { confirmation } = confirmed
  if (confirmation === 'given') return tool.call({ ...call, confirmation, confirmedKey: confirmed.key })
  if (confirmation === 'impossible') return sayingSo(await tool.call({ ...call, confirmation }))
  await logUnmade(target, call, confirmation)
  if (confirmation === 'asked') return { question: confirmed.question }
  return { result: refusalResult(declined(), call.context, { next_step: LEAVE_IT }) }
}

const declined = () => new Problem('forbidden', 'Your user was asked and did not agree. Nothing was done.')

/** Adds a text to a successful result: the user was not asked. */
function sayingSo({ result, ...called }: ToolResult): ToolResult {
  if (result.isError) return { result, ...called }
  return { ...called, result: { ...result, content: [...result.content, { type: 'text', text: nobodyAsked }] } }
}

/** Logs the security line of a call that was not made. */
async function logUnmade({ performer, input }: Target, call: ToolCall, confirmation: Confirmation): Promise<void> {
  const principal = await call.context.identify()
  const ended = { succeeded: false, principal, input, isRepeated: false }
  logToolCall({ ...call, confirmation }, performer.operation, ended)
}
