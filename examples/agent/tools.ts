/** Calls a tool and resolves to the result of a success. Throws `Refused` when the service refuses the call. */
export type CallTool = (name: string, input?: Record<string, unknown>) => Promise<any>

/** The result of a tool call, in the form that both MCP clients return. */
export interface ToolAnswer {
  isError?: boolean | undefined
  content: unknown
  structuredContent?: unknown
}

/** The problem details of a refused call. `nextStep` is what the service advises to do. */
export class Refused extends Error {
  readonly code: string
  readonly nextStep: string

  constructor({ detail, code, next_step }: { detail: string; code: string; next_step: string }) {
    super(detail)
    this.code = code
    this.nextStep = next_step
  }
}

/** Returns the structured content of a success, or its text when there is none. Throws `Refused` when the call was refused. */
export function outcomeOf({ isError, content, structuredContent }: ToolAnswer): unknown {
  const [first] = content as { text: string }[]
  if (isError) throw refusalOf(first?.text ?? 'The tool failed, and said nothing.')
  return structuredContent ?? first!.text
}

/** Returns the refusal in a text, or an `Error` with the text where that is no problem: a proxy or the MCP client may have written it. */
function refusalOf(text: string): Error {
  try {
    return new Refused(JSON.parse(text))
  } catch {
    return new Error(text)
  }
}
