import { type Fault, MAX_FAULTS, MAX_NAME } from '../contract/fault.ts'

/** What of a request has a fault. */
export type Where = 'parameters' | 'body'

const PROBLEMS = {
  parameters: { code: 'invalid-parameters', noun: 'parameter' },
  body: { code: 'validation-failed', noun: 'member' },
} as const

/** How long a name can be in the sentence that says what happened. */
const MAX_QUOTED = 64

/** What is at a place of a request, as in "is not a member". */
export const nounOf = (where: Where): string => PROBLEMS[where].noun

/** What a caller is told of faults in parameters (400) or in a body (422). It says how many there are, and lists the first hundred. */
export function faultsTold(where: Where, faults: readonly Fault[]) {
  const [first] = faults
  const subject = first && !isOfAll(first) ? `The ${nounOf(where)} ${cut(first.field, MAX_QUOTED) || '""'}` : 'The body'
  const others = faults.length > 1 ? `, the first of ${faults.length} faults` : ''
  const see = faults.length > MAX_FAULTS ? 'See the first of them in errors.' : 'See errors.'
  const detail = `${subject} ${first?.message}${others}. ${see}`
  return { code: PROBLEMS[where].code, detail, faults: faults.slice(0, MAX_FAULTS) }
}

/** Whether a fault is of all that was sent, rather than of a part without a name. Parameters are one object, of which nothing else can be wrong. */
const isOfAll = ({ field, pointer, code }: Fault): boolean =>
  field === '' && (pointer === undefined ? code === 'invalid-type' : pointer === '')

/**
 * One fault of one member or parameter. `message` goes on after its name, without a full stop, as "must be in the future". What a caller sent as a
 * name can be as long as the request: a longer name is cut, and a longer pointer ends at an object around the member.
 */
export function fault(where: Where, path: readonly PropertyKey[], code: string, message: string): Fault {
  const field = cut(path.map(String).join('.'), MAX_NAME)
  return where === 'body' ? { field, message, code, pointer: pointerTo(path) } : { field, message, code }
}

/** A JSON Pointer (RFC 6901). */
function pointerTo(path: readonly PropertyKey[]): string {
  let pointer = ''
  for (const part of path) {
    const longer = `${pointer}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (longer.length > MAX_NAME) return pointer
    pointer = longer
  }
  return pointer
}

/** A text of at most so many characters. Half a pair of surrogates is no character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
