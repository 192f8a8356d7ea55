import type { z } from 'zod'
import { type Fault, told } from '../contract/fault.ts'
import type { Problem } from '../contract/problem.ts'
import { issueTold, ownWordsOr } from '../contract/text-form.ts'
import { fault, nounOf, type Where } from './fault.ts'
import { invalid } from './invalid.ts'

type Issue = z.core.$ZodIssue

/** Returns the value as its schema parses it. Throws the problem that lists its faults: 400 for parameters, 422 for a body. */
export function validated<Schema extends z.ZodType>(schema: Schema, value: unknown, where: Where): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw refused(result.error, where)
}

/** Returns the problem that lists the faults that a schema found. */
export function refused(error: z.core.$ZodError, where: Where): Problem {
  return invalid(where, faultsIn(error, where))
}

/** Returns every fault that a schema found. For a value of another type than expected, its other faults would not help and are left out. */
export function faultsIn({ issues }: z.core.$ZodError, where: Where): Fault[] {
  const wrongType = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf))
  const sound = issues.filter((issue) => issue.code === 'invalid_type' || !wrongType.has(placeOf(issue)))
  return sound.flatMap((issue) => faultsOf(issue, where))
}

const placeOf = ({ path }: Issue) => path.join('.')

function faultsOf(issue: Issue, where: Where): Fault[] {
  if (issue.code !== 'unrecognized_keys') return [fault(where, issue.path, ...ruleOf(issue))]
  const message = `is not a ${nounOf(where)} of this operation`
  return issue.keys.map((key) => fault(where, [...issue.path, key], `unknown-${nounOf(where)}`, message))
}

/** Codes of zod's issues for a missing value. */
const MISSING = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** Returns the code of the broken rule, and its message. */
function ruleOf(issue: Issue): [code: string, message: string] {
  if ('input' in issue && issue.input === undefined && MISSING.has(issue.code)) return ['required', 'is required']
  switch (issue.code) {
    case 'invalid_type':
      // Only a parse with `reportInput` has the input.
      if (!('input' in issue)) return ['invalid-type', issue.message]
      return ['invalid-type', `must be ${article(issue.expected)}`]
    case 'invalid_value':
      return ['invalid-value', `must be ${oneOf(issue.values)}`]
    case 'too_small':
      return [
        'too-small',
        `must ${bound(issue.inclusive === false ? 'more than' : 'at least', issue.origin, issue.minimum)}`,
      ]
    case 'too_big':
      return [
        'too-large',
        `must ${bound(issue.inclusive === false ? 'less than' : 'at most', issue.origin, issue.maximum)}`,
      ]
    case 'invalid_format':
      return ['invalid-format', issueTold(issue)]
    case 'invalid_union':
      return 'options' in issue
        ? ['invalid-value', `must be ${oneOf(issue.options ?? [])}`]
        : ['invalid', ownWordsOr(issue, issue.inclusive === false ? told.severalForms : told.noForm)]
    case 'not_multiple_of':
      return ['invalid', ownWordsOr(issue, told.multipleOf(issue.divisor))]
    case 'invalid_key':
      return ['invalid', ownWordsOr(issue, told.name)]
    case 'custom':
      return [String(issue.params?.code ?? 'invalid'), ownWordsOr(issue, 'is not valid')]
    default:
      return ['invalid', issue.message]
  }
}

/** What a value of each type is called. JSON has records as objects, and tuples as arrays. */
const ARTICLES: Record<string, string> = {
  int: 'an integer',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  tuple: 'an array',
  null: 'null',
}

const article = (type: string) => ARTICLES[type] ?? `a ${type}`

const oneOf = (values: readonly unknown[]) =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`

function bound(limit: string, origin: string, size: number | bigint): string {
  if (origin === 'string') return `have ${limit} ${size} ${size === 1 ? 'character' : 'characters'}`
  if (origin === 'array') return `have ${limit} ${size} ${size === 1 ? 'item' : 'items'}`
  return `be ${limit} ${origin === 'date' ? new Date(Number(size)).toISOString() : size}`
}
