/** Calls a tool. Resolves to what a success answers, and throws a `Refused`. */
export type CallTool = (name: string, input?: Record<string, unknown>) => Promise<any>

/** What a tool answers, as both clients give it. */
export interface ToolAnswer {
  isError?: boolean | undefined
  content: unknown
  structuredContent?: unknown
}

/** A call that was refused: its problem details, in which the service says what to do next. */
export class Refused extends Error {
  readonly code: string
  readonly nextStep: string

  constructor({ detail, code, next_step }: { detail: string; code: string; next_step: string }) {
    super(detail)
    this.code = code
    this.nextStep = next_step
  }
}

/** What a success answers: an object, or a sentence where there is none. */
export function outcomeOf({ isError, content, structuredContent }: ToolAnswer): unknown {
  const [first] = content as { text: string }[]
  if (isError) throw new Refused(JSON.parse(first!.text))
  return structuredContent ?? first!.text
}
