import type { z } from 'zod'
import { type Fault, Problem } from './contract/problem.ts'

type Issue = z.core.$ZodIssue
type Where = 'parameters' | 'body'

const problems = {
  parameters: { code: 'invalid-parameters', noun: 'parameter' },
  body: { code: 'validation-failed', noun: 'member' },
} as const

/** The value as its schema gives it, or the problem that lists every fault: 400 for parameters, 422 for a body. */
export function validated<Schema extends z.ZodType>(schema: Schema, value: unknown, where: Where): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw refused(result.error, where)
}

/** The problem that lists every fault a schema found. */
export function refused({ issues }: z.core.$ZodError, where: Where): Problem {
  const sound = issues.filter((issue) => issue.code === 'invalid_type' || !hasWrongType(issue, issues))
  return invalid(
    where,
    sound.flatMap((issue) => faultsOf(issue, where)),
  )
}

/** Whether a value is of another type than expected: nothing else that is said of it would help. */
function hasWrongType({ path }: Issue, issues: readonly Issue[]): boolean {
  const place = path.join('.')
  return issues.some((other) => other.code === 'invalid_type' && other.path.join('.') === place)
}

/** The problem for faults in parameters or in a body. */
export function invalid(where: Where, faults: Fault[]): Problem {
  const { code, noun } = problems[where]
  const [first] = faults
  const others = faults.length > 1 ? `, the first of ${faults.length} faults` : ''
  const subject = first?.field ? `The ${noun} ${first.field} ` : 'The body '
  return new Problem(code, `${subject}${first?.message}${others}. See errors.`, { faults })
}

/** One fault of one member or parameter. */
export function fault(where: Where, path: readonly PropertyKey[], code: string, message: string): Fault {
  const field = path.map(String).join('.')
  return where === 'body' ? { field, message, code, pointer: pointer(path) } : { field, message, code }
}

function faultsOf(issue: Issue, where: Where): Fault[] {
  if (issue.code !== 'unrecognized_keys') return [fault(where, issue.path, ...ruleOf(issue))]
  const message = `is not a ${problems[where].noun} of this operation`
  return issue.keys.map((key) => fault(where, [...issue.path, key], `unknown-${problems[where].noun}`, message))
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** What a schema says of a value that is not there. */
const MISSING = new Set(['invalid_type', 'invalid_value'])

const NO_INSTANT = 'must be a date and a time with its offset, such as 2026-11-21T09:30:00Z'

/** The rule that was broken and how to say so. */
function ruleOf(issue: Issue): [code: string, message: string] {
  if ('input' in issue && issue.input === undefined && MISSING.has(issue.code)) return ['required', 'is required']
  switch (issue.code) {
    case 'invalid_type':
      // A parse that was not ours does not say what came.
      if (!('input' in issue)) return ['invalid-type', issue.message]
      return ['invalid-type', `must be ${article(issue.expected)}`]
    case 'invalid_value':
      return ['invalid-value', `must be ${oneOf(issue.values)}`]
    case 'too_small':
      return ['too-small', `must ${bound('at least', issue.origin, issue.minimum)}`]
    case 'too_big':
      return ['too-large', `must ${bound('at most', issue.origin, issue.maximum)}`]
    case 'invalid_format':
      return ['invalid-format', issue.format === 'datetime' ? NO_INSTANT : 'does not have the expected format']
    case 'invalid_union':
      return 'options' in issue
        ? ['invalid-value', `must be ${oneOf(issue.options ?? [])}`]
        : ['invalid', issue.message]
    case 'custom':
      return [String(issue.params?.code ?? 'invalid'), issue.message]
    default:
      return ['invalid', issue.message]
  }
}

const ARTICLES: Record<string, string> = { int: 'an integer', object: 'an object', array: 'an array', null: 'null' }

const article = (type: string) => ARTICLES[type] ?? `a ${type}`

const oneOf = (values: readonly unknown[]) =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`

function bound(limit: string, origin: string, size: number | bigint): string {
  if (origin === 'string') return `have ${limit} ${size} ${size === 1 ? 'character' : 'characters'}`
  if (origin === 'array') return `have ${limit} ${size} ${size === 1 ? 'item' : 'items'}`
  return `be ${limit} ${size}`
}
