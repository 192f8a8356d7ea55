import { type Fault, MAX_FAULTS, MAX_NAME } from '../contract/fault.ts'

/** The part of a request that has a fault. */
export type Where = 'parameters' | 'body'

const PROBLEMS = {
  parameters: { code: 'invalid-parameters', noun: 'parameter' },
  body: { code: 'validation-failed', noun: 'member' },
} as const

/** Maximum length in characters of a name in the `detail` of a problem. */
const MAX_QUOTED = 64

/** Returns the noun for an entry of this part, as in "is not a member". */
export const nounOf = (where: Where): string => PROBLEMS[where].noun

/** Returns the parts of a problem for faults in parameters (400) or in a body (422). The detail says how many there are; the first hundred are listed. */
export function faultsTold(where: Where, faults: readonly Fault[]) {
  const [first] = faults
  const subject = first && !isOfAll(first) ? `The ${nounOf(where)} ${cut(first.field, MAX_QUOTED) || '""'}` : 'The body'
  const others = faults.length > 1 ? `, the first of ${faults.length} faults` : ''
  const see = faults.length > MAX_FAULTS ? 'See the first of them in errors.' : 'See errors.'
  const detail = `${subject} ${first?.message}${others}. ${see}`
  return { code: PROBLEMS[where].code, detail, faults: faults.slice(0, MAX_FAULTS) }
}

/** Whether a fault is of the whole input, rather than of a part with an empty name. Parameters are one object, of which nothing else can be wrong. */
const isOfAll = ({ field, pointer, code }: Fault): boolean =>
  field === '' && (pointer === undefined ? code === 'invalid-type' : pointer === '')

/**
 * Returns one fault of one member or parameter. `message` follows the name, without a full stop, as "must be in the future". A name in a request can be as long
 * as the request: a name above `MAX_NAME` is cut, and a longer pointer ends at an object around the member.
 */
export function fault(where: Where, path: readonly PropertyKey[], code: string, message: string): Fault {
  const field = cut(path.map(String).join('.'), MAX_NAME)
  return where === 'body' ? { field, message, code, pointer: pointerTo(path) } : { field, message, code }
}

/** Returns a JSON Pointer (RFC 6901) of at most `MAX_NAME` characters. */
function pointerTo(path: readonly PropertyKey[]): string {
  let pointer = ''
  for (const part of path) {
    const longer = `${pointer}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (longer.length > MAX_NAME) return pointer
    pointer = longer
  }
  return pointer
}

/** Returns a text of at most `length` characters. Half a pair of surrogates is no character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
