import type { Method } from './methods.ts'

/** The tool of the Model Context Protocol as which agents find an operation. */
export interface AgentTool {
  /** Name of the tool, such as `find_users`: lower-case letters, digits and underscores, at most 60 characters. */
  readonly name: string
  /** When to call the tool and what to know first, for a reader who sees nothing else of the service. At most 600 characters. */
  readonly description: string
  /** Whether a call removes something that cannot be restored. Default: true for DELETE. */
  readonly destructive?: boolean
  /** Whether a repeated call changes nothing more. Default: true, except for POST. */
  readonly idempotent?: boolean
  /** Whether a call changes nothing at all. Default: true for GET. */
  readonly readOnly?: boolean
}

/** Hints on a call that a client can show to its user beforehand. */
export interface AgentHints {
  destructive: boolean
  idempotent: boolean
  readOnly: boolean
}

/** Returns the hints of an operation: those of its tool, else those of its method. */
export function agentHintsOf({ method, agent }: { method: Method; agent?: AgentTool | null | undefined }): AgentHints {
  return {
    destructive: agent?.destructive ?? method === 'DELETE',
    idempotent: agent?.idempotent ?? method !== 'POST',
    readOnly: agent?.readOnly ?? method === 'GET',
  }
}
