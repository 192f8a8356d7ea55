import type { ErrorCode } from '../resources/error-code.ts'
import { ERRORS } from './contract/error-table.ts'

/** Most faults that a problem lists. */
export const MAX_FAULTS = 100

/** How long what a fault repeats of a request can be. */
export const MAX_NAME = 256

/** Last page that offset style answers. */
export const MAX_PAGE = 1_000

/** One fault of a request. */
export interface Fault {
  field: string
  message: string
  code: string
  /** JSON Pointer into the body; absent for parameters. */
  pointer?: string
}

interface ProblemOptions {
  faults?: Fault[]
  headers?: Record<string, string>
  /** Status in place of the one in the table. */
  status?: number
}

/** An error that a caller is told about. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly faults: Fault[] | undefined
  readonly headers: Record<string, string>
  readonly status: number

  constructor(code: ErrorCode, detail: string = ERRORS[code][2], options: ProblemOptions = {}) {
    super(detail)
    this.code = code
    this.faults = options.faults
    this.headers = options.headers ?? {}
    this.status = options.status ?? ERRORS[code][0]
  }
}
