import { z } from 'zod'
import { type ErrorKind, kindOf } from './error-kind.ts'
import { errors, type ErrorCode } from './errors.ts'
import { type Fault, FAULTS_SIZE, MAX_FAULTS, MAX_NAME } from './fault.ts'
import { fitting } from './fitting.ts'

/** Text of a problem. The longest ones repeat the path or a header. */
const text = z.string().max(32_768)

/** A sentence or a few words, never blank. */
const words = text.meta({ pattern: String.raw`\S` })

const fault = z
  .strictObject({
    field: z
      .string()
      .max(MAX_NAME)
      .meta({
        // An unknown member is named as it was sent, whatever is in its name.
        pattern: String.raw`^[\s\S]*$`,
        description:
          'Dotted path with numeric indexes, such as `items.0.quantity`; the name of a parameter otherwise. A longer one is cut, and ends in `…`.',
        examples: ['email'],
      }),
    message: words.meta({
      description: 'What is wrong, worded to follow the name of the field.',
      examples: ['is required'],
    }),
    code: z
      .string()
      .max(64)
      .meta({
        pattern: '^[a-z]+(-[a-z]+)*$',
        description: 'Kebab-case name of the rule that was broken.',
        examples: ['required'],
      }),
    pointer: z
      .string()
      .max(MAX_NAME)
      .optional()
      .meta({
        format: 'json-pointer',
        description:
          'JSON Pointer into the body (RFC 6901); absent for parameters. In place of a longer one it points to an object around the member.',
        examples: ['/email'],
      }),
  })
  .meta({ id: 'Fault', description: 'One fault of a request: where it is and what is wrong with it.' })

/** Returns the schema of problem details (RFC 9457, section 3) for an application with these kinds of errors. `examplePath` is the path in examples. */
export const problemDetailsSchema = (kinds: readonly ErrorKind[], examplePath: string) =>
  z
    .strictObject({
      type: text.meta({
        format: 'uri',
        description: 'Identifies the kind of error, and opens a page that explains it.',
        examples: ['http://localhost:3000/errors/not-found'],
      }),
      title: words.meta({ description: 'The kind of error in a few words.', examples: [errors['not-found'].title] }),
      status: z
        .int()
        .min(400)
        .max(599)
        .meta({ description: 'HTTP status code.', examples: [errors['not-found'].status] }),
      detail: words.meta({
        description: 'What failed in this request, why, and what to do.',
        examples: [errors['not-found'].description],
      }),
      instance: text.meta({
        pattern: String.raw`^\S+$`,
        description: 'Path of the request, without its query.',
        examples: [examplePath],
      }),
      code: z
        .enum(kinds.map(({ code }) => code))
        .meta({ description: 'Name of the kind of error. More may be added.', examples: ['not-found'] }),
      request_id: z
        .string()
        .max(128)
        .meta({
          pattern: String.raw`^[\w.-]+$`,
          description: 'Identifier of the request, as in `X-Request-ID`; quote it when you ask for help.',
          examples: ['req_01KAJQ7W5M8XV2R4T6Y9B3D501'],
        }),
      errors: z.array(fault).max(MAX_FAULTS).optional().meta({
        description:
          'Faults of the request by parameter or member: the first 100, or fewer when they are long. `detail` tells their number.',
      }),
    })
    .meta({ id: 'Problem', description: 'Why a request failed: problem details (RFC 9457).' })

/** Problem details as sent to callers (RFC 9457, section 3). */
export type ProblemDetails = z.output<ReturnType<typeof problemDetailsSchema>>

export interface ProblemOptions {
  faults?: Fault[]
  /** Response headers that belong to this answer, such as `Retry-After`. */
  headers?: Record<string, string | string[]>
  /** Status that replaces the kind's, where HTTP has a more specific one for the case. */
  status?: number
  cause?: unknown
}

/** An error whose details the caller receives; any other error becomes `internal` in the gateway. */
export class Problem extends Error {
  override readonly name = 'Problem'
  /** Kind of the error. */
  readonly kind: ErrorKind
  readonly faults: Fault[] | undefined
  readonly headers: Record<string, string | string[]>
  readonly status: number

  /** `detail` says what happened this time, to what, and what to do; it defaults to the description of the kind. */
  constructor(error: ErrorCode | ErrorKind, detail?: string, options: ProblemOptions = {}) {
    const kind = kindOf(error)
    super(detail ?? kind.description, { cause: options.cause })
    this.kind = kind
    this.faults = options.faults
    this.headers = options.headers ?? {}
    this.status = options.status ?? kind.status
  }

  /** Name of the kind. */
  get code(): string {
    return this.kind.code
  }
}

/** Where a problem occurred. */
interface Occurrence {
  /** Without a trailing slash. */
  baseUrl: string
  instance: string
  requestId: string
  /** Number of calls that share the response. Default: 1. */
  calls?: number | undefined
}

/** Returns the problem details of one occurrence of a problem. */
export function problemDetails(problem: Problem, at: Occurrence): ProblemDetails {
  return {
    type: `${at.baseUrl}/errors/${problem.code}`,
    title: problem.kind.title,
    status: problem.status,
    detail: problem.message,
    instance: at.instance,
    code: problem.code,
    request_id: at.requestId,
    ...(problem.faults && { errors: fitting(problem.faults, FAULTS_SIZE / (at.calls ?? 1)) }),
  }
}
