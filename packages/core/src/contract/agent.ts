import type { Method } from './methods.ts'

/** How programs that act for people find an operation, as a tool of the Model Context Protocol. */
export interface AgentTool {
  /** What the tool is called, such as `find_users`: small letters, digits and underscores, at most 60. */
  readonly name: string
  /** When to call it, and what to know before, as one tells a colleague who sees nothing else of the service. At most 600 characters. */
  readonly description: string
  /** Whether it takes away what cannot be had back. Default: that of DELETE does. */
  readonly destructive?: boolean
  /** Whether a repeated call changes nothing more. Default: all do but those of POST. */
  readonly idempotent?: boolean
  /** Whether it changes nothing at all. Default: that of GET does not. */
  readonly readOnly?: boolean
}

/** What a client may tell people of a call before it makes it. */
export interface AgentHints {
  destructive: boolean
  idempotent: boolean
  readOnly: boolean
}

/** Returns the hints of an operation: those it gives, else those of its method. */
export function agentHintsOf({ method, agent }: { method: Method; agent?: AgentTool | null | undefined }): AgentHints {
  return {
    destructive: agent?.destructive ?? method === 'DELETE',
    idempotent: agent?.idempotent ?? method !== 'POST',
    readOnly: agent?.readOnly ?? method === 'GET',
  }
}
