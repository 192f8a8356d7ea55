import type { ErrorCode } from '../resources/error-code.ts'
import { ERRORS } from './contract/error-table.ts'

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

type Where = 'parameters' | 'body'

const PROBLEMS = {
  parameters: { code: 'invalid-parameters', noun: 'parameter' },
  body: { code: 'validation-failed', noun: 'member' },
} as const

export const nounOf = (where: Where) => PROBLEMS[where].noun

/** The problem for faults in parameters or in a body. */
export function invalid(where: Where, faults: Fault[]): Problem {
  const { code, noun } = PROBLEMS[where]
  const [first] = faults
  const others = faults.length > 1 ? `, the first of ${faults.length} faults` : ''
  const subject = first?.field ? `The ${noun} ${first.field} ` : 'The body '
  return new Problem(code, `${subject}${first?.message}${others}. See errors.`, { faults })
}

/** One fault of one member or parameter. */
export function fault(where: Where, path: readonly (string | number)[], code: string, message: string): Fault {
  const field = path.map(String).join('.')
  return where === 'body' ? { field, message, code, pointer: pointerTo(path) } : { field, message, code }
}

/** A JSON Pointer (RFC 6901). */
const pointerTo = (path: readonly (string | number)[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
