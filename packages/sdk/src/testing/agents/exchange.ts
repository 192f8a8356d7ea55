import type { Application } from '../application.ts'
import type { Principal } from '../principal.ts'
import type { MockRequest } from '../request.ts'
import type { Service } from '../service.ts'
import type { AgentTables } from './agent-tables.ts'

/** A request of an agent on its way to an answer. */
export interface AgentExchange {
  readonly service: Service
  readonly request: MockRequest
  readonly application: Application
  readonly baseUrl: string
  readonly requestId: string
  readonly time: number
  /** Identifier of the message; null until it is known. What it is refused with names it. */
  messageId: string | number | null
  /** Counts a call of somebody, by the method of its operation. Throws `rate-limited`. */
  count(method: string, principal: Principal): void
}

/** One call of a tool, by whom and with what. */
export interface AgentCall {
  exchange: AgentExchange
  agents: AgentTables
  principal: Principal
  input: Record<string, unknown> | undefined
  /** What the client calls this call, to repeat it with one effect; whatever was sent. */
  key: unknown
}
