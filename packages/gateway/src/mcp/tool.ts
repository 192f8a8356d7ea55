import type { AnyOperation } from '@roster/core/contract'
import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import type { RequestContext } from '../context/request-context.ts'
import type { AgentPerformer } from './agent-performer.ts'

/** Whether the user was asked before a destructive call, and the answer. `impossible` means that the client cannot ask. */
export type Confirmation = 'asked' | 'given' | 'declined' | 'impossible'

/** One call of a tool: by whom, and with what. */
export interface ToolCall {
  context: RequestContext
  /** Logger whose lines carry the identifier of the request. */
  log: FastifyBaseLogger
  /** The arguments, before they are validated. */
  input: unknown
  /** Idempotency key from the client, unvalidated. */
  idempotencyKey: unknown
  /** Trace context from the agent, unvalidated. */
  traceparent: unknown
  /** Name of the client; undefined when the request does not give it. */
  agent: string | undefined
  /** Whether the user was asked first. Default: the call needs no question. */
  confirmation?: Confirmation
  /** Idempotency key of a call that the user has confirmed; it replaces the client's key. */
  confirmedKey?: string
}

/** The result of a tool call. */
export interface ToolResult {
  result: CallToolResult
  /** The operation that was called; undefined when none was reached. */
  operation?: AnyOperation
}

/** An operation that a tool calls, with its input. */
export interface Target {
  performer: AgentPerformer
  input: unknown
}

/** A tool that agents can call. */
export interface Tool {
  readonly description: ToolDescription
  /** Returns the operation that the tool calls for this input, with the operation's input; undefined when it calls none. */
  targetOf(input: unknown): Target | undefined
  /** Calls the tool. Never throws: a failure is a result that the agent reads. */
  call(call: ToolCall): Promise<ToolResult>
}

/** Whether a tool answers every call at once. By the protocol, a destructive call may need a question, and work that continues may be a task. */
export const answersAtOnce = (tool: Tool): boolean =>
  tool.description.annotations?.destructiveHint !== true &&
  tool.targetOf(undefined)?.performer.operation.work === undefined
