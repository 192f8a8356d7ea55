import type { AnyOperation } from '@roster/core/contract'
import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import type { RequestContext } from '../context/request-context.ts'
import type { AgentPerformer } from './agent-performer.ts'

/** Whether people were asked before a call took something away, and what they said. */
export type Confirmation = 'asked' | 'given' | 'declined' | 'impossible'

/** One call of a tool: by whom, and with what. */
export interface ToolCall {
  context: RequestContext
  /** Its lines carry the identifier of the request. */
  log: FastifyBaseLogger
  /** The arguments, before they are validated. */
  input: unknown
  /** What the client calls this call, to repeat it with one effect; whatever was sent. */
  idempotencyKey: unknown
  /** What span of the agent's it belongs to; whatever was sent. */
  traceparent: unknown
  /** How the client calls itself; undefined where it does not say. */
  agent: string | undefined
  /** Whether people were asked first. Default: the call needs no question. */
  confirmation?: Confirmation
  /** The key under which it has one effect because somebody has agreed to one, whatever the client calls it. */
  confirmedKey?: string
}

/** What a call came to. */
export interface ToolResult {
  result: CallToolResult
  /** The operation that was called; undefined where it came to none. */
  operation?: AnyOperation
}

/** An operation that a tool calls, with its input. */
export interface Target {
  performer: AgentPerformer
  input: unknown
}

/** Something that agents can call. */
export interface Tool {
  readonly description: ToolDescription
  /** What it calls with these arguments, and with which input; undefined where it calls nothing. */
  targetOf(input: unknown): Target | undefined
  /** Does it. What goes wrong is a result too, for the agent to read; it never throws. */
  call(call: ToolCall): Promise<ToolResult>
}

/** Whether it answers every call by itself. What takes away may have people asked first, and what goes on may be a task, by the protocol. */
export const answersAtOnce = (tool: Tool): boolean =>
  tool.description.annotations?.destructiveHint !== true &&
  tool.targetOf(undefined)?.performer.operation.work === undefined
