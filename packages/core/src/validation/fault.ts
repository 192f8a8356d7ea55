import { type Fault, MAX_FAULTS, MAX_NAME } from '../contract/fault.ts'

/** The part of a request that has a fault. */
export type Where = 'parameters' | 'body'

const PROBLEMS = {
  parameters: { code: 'invalid-parameters', noun: 'parameter' },
  body: { code: 'validation-failed', noun: 'member' },
} as const

/** Longest name in the sentence about a fault, in characters. */
const MAX_QUOTED = 64

/** Returns the noun for what a part of a request consists of, as in "is not a member". */
export const nounOf = (where: Where): string => PROBLEMS[where].noun

/**
 * Returns code, detail and list of the problem for faults in parameters (400) or in a body (422). The detail tells the number of faults; the list has the
 * first hundred.
 */
export function faultsTold(where: Where, faults: readonly Fault[]) {
  const [first] = faults
  const subject = first && !isOfAll(first) ? `The ${nounOf(where)} ${cut(first.field, MAX_QUOTED) || '""'}` : 'The body'
  const others = faults.length > 1 ? `, the first of ${faults.length} faults` : ''
  const see = faults.length > MAX_FAULTS ? 'See the first of them in errors.' : 'See errors.'
  const detail = `${subject} ${first?.message}${others}. ${see}`
  return { code: PROBLEMS[where].code, detail, faults: faults.slice(0, MAX_FAULTS) }
}

/**
 * Whether a fault concerns the whole value rather than a member with an empty name. Parameters are an object, of which only the type can be wrong as a
 * whole.
 */
const isOfAll = ({ field, pointer, code }: Fault): boolean =>
  field === '' && (pointer === undefined ? code === 'invalid-type' : pointer === '')

/**
 * Returns the fault of a member or parameter. `message` continues a sentence after the name, without a full stop, such as "must be in the future". Names
 * from a request may be very long: a long name is cut, and a long pointer ends at an object around the member.
 */
export function fault(where: Where, path: readonly PropertyKey[], code: string, message: string): Fault {
  const field = cut(path.map(String).join('.'), MAX_NAME)
  return where === 'body' ? { field, message, code, pointer: pointerTo(path) } : { field, message, code }
}

/** Returns a JSON Pointer (RFC 6901). */
function pointerTo(path: readonly PropertyKey[]): string {
  let pointer = ''
  for (const part of path) {
    const longer = `${pointer}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (longer.length > MAX_NAME) return pointer
    pointer = longer
  }
  return pointer
}

/** Cuts a text to at most `length` characters, without half of a surrogate pair at its end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
