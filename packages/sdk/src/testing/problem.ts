import type { Fault } from '#core/contract/fault'

interface ProblemOptions {
  faults?: Fault[]
  headers?: Record<string, string>
  status?: number | undefined
}

/** An error for the caller. The application's table of errors has the meaning of its code. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly faults: Fault[] | undefined
  readonly headers: Record<string, string>
  /** HTTP status in place of the one in the table. */
  readonly status: number | undefined

  /** Without a detail, the response has the meaning of the code. */
  constructor(code: string, detail = '', options: ProblemOptions = {}) {
    super(detail)
    this.code = code
    this.faults = options.faults
    this.headers = options.headers ?? {}
    this.status = options.status
  }
}

/**
 * Returns the problem to report for an error: the error itself, or a copy of a problem that a rule of the service threw. Returns undefined for other errors.
 */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (!(error instanceof Error) || error.name !== 'Problem' || !('code' in error)) return undefined
  const { faults, headers } = error as Partial<Problem>
  return new Problem(String(error.code), error.message, {
    ...(faults && { faults: [...faults] }),
    ...(headers && { headers }),
  })
}
