import type { Application } from '../application.ts'
import type { Principal } from '../principal.ts'
import type { MockRequest } from '../request.ts'
import type { Service } from '../service.ts'
import type { AgentTables } from './agent-tables.ts'

/** A request of an agent and the way to its response. */
export interface AgentExchange {
  readonly service: Service
  readonly request: MockRequest
  readonly application: Application
  readonly baseUrl: string
  readonly requestId: string
  readonly time: number
  /** Identifier of the message; null until it is known. A refusal contains it. */
  messageId: string | number | null
  /** Counts a call against a caller's quota, by the method of the operation. Throws `rate-limited`. */
  count(method: string, principal: Principal): void
}

/** One call of a tool, with its caller and its input. */
export interface AgentCall {
  exchange: AgentExchange
  agents: AgentTables
  principal: Principal
  input: Record<string, unknown> | undefined
  /** Idempotency key of the call, as the client sent it: any value. */
  key: unknown
}
