import type { AnyOperation } from '@roster/core/contract'
import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import type { RequestContext } from '../context/request-context.ts'

/** One call of a tool: by whom, and with what. */
export interface ToolCall {
  context: RequestContext
  /** Its lines carry the identifier of the request. */
  log: FastifyBaseLogger
  /** The arguments, before they are validated. */
  input: unknown
  /** What the client calls this call, to repeat it with one effect; whatever was sent. */
  idempotencyKey: unknown
  /** How the client calls itself; undefined where it does not say. */
  agent: string | undefined
}

/** What a call came to. */
export interface ToolResult {
  result: CallToolResult
  /** The operation that was called; undefined where it came to none. */
  operation?: AnyOperation
}

/** Something that agents can call. */
export interface Tool {
  readonly description: ToolDescription
  /** The operation that it calls; undefined where its input names that. */
  readonly operation: AnyOperation | undefined
  /** Does it. What goes wrong is a result too, for the agent to read; it never throws. */
  call(call: ToolCall): Promise<ToolResult>
}

/** Whether it answers every call by itself. What takes away may have people asked first, and what goes on may be a task, by the protocol. */
export const answersAtOnce = ({ description, operation }: Tool): boolean =>
  description.annotations?.destructiveHint !== true && operation?.work === undefined
