import type { Fault } from '#core/contract/fault'

interface ProblemOptions {
  faults?: Fault[]
  headers?: Record<string, string>
  status?: number | undefined
}

/** An error that a caller is told about. What its code means is in the table of the application. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly faults: Fault[] | undefined
  readonly headers: Record<string, string>
  /** In place of the one in the table. */
  readonly status: number | undefined

  /** Without a detail it says what its code means. */
  constructor(code: string, detail = '', options: ProblemOptions = {}) {
    super(detail)
    this.code = code
    this.faults = options.faults
    this.headers = options.headers ?? {}
    this.status = options.status
  }
}

/** What a caller is to be told of an error: it is a problem, or one of the service, from a rule that the service uses too. Undefined for any other. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (!(error instanceof Error) || error.name !== 'Problem' || !('code' in error)) return undefined
  const { faults, headers } = error as Partial<Problem>
  return new Problem(String(error.code), error.message, {
    ...(faults && { faults: [...faults] }),
    ...(headers && { headers }),
  })
}
