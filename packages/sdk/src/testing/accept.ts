import { Problem } from './problem.ts'

const MEDIA_RANGE = /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+/
const BAD_WEIGHT = /;\s*q=(?!\s*(?:0(?:\.\d*)?|1(?:\.0*)?)\s*(?:;|$))/i

/** Throws `not-acceptable` unless `Accept` allows JSON in version 1. */
export function requireAcceptable(accept: string | undefined): void {
  requireOneOf(['application/json', 'application/json;version=1'], accept, 'application/json in version 1')
}

/** Throws `not-acceptable` unless `Accept` allows a media type with its parameters. */
export function requireAcceptableType(accept: string | undefined, contentType: string): void {
  requireOneOf([contentType], accept, contentType)
}

/**
 * Throws `not-acceptable` unless the header allows one of the types. Ignores a header without a media range, or with a weight that is no number from 0 to 1
 * (RFC 9110, section 12.5.1).
 */
function requireOneOf(types: readonly string[], accept: string | undefined, answer: string): void {
  const ranges = (accept ?? '').replace(CHARSET, '').split(',')
  if (ranges.some((range) => BAD_WEIGHT.test(range)) || !ranges.some((range) => MEDIA_RANGE.test(range))) return
  if (types.some((type) => qualityOf(parsed(type), ranges.map(parsed)) > 0)) return
  throw new Problem('not-acceptable', `The answer is ${answer}, which the Accept header does not allow.`)
}

const CHARSET = /;\s*charset="?utf-8"?/gi

interface Range {
  type: string
  subtype: string
  parameters: ReadonlyMap<string, string>
  quality: number
}

function parsed(range: string): Range {
  const [name = '', ...rest] = range.split(';').map((part) => part.trim().toLowerCase())
  const [type = '', subtype = ''] = name.split(/\/(.*)/s)
  const given = rest.map((part) => part.split(/\s*=\s*(.*)/s)).filter((part) => part.length > 1)
  // The first parameter of a name counts.
  const parameters = new Map(given.toReversed().map(([key, value]) => [key!, value!.replaceAll('"', '')]))
  const quality = Number.parseFloat(parameters.get('q') || '1')
  parameters.delete('q')
  return { type, subtype, parameters, quality }
}

/** Returns the quality of the most specific range that covers a type; 0 without one. */
function qualityOf(type: Range, ranges: readonly Range[]): number {
  const covering = ranges.filter((range) => covers(range, type))
  const [best] = covering.toSorted((one, other) => weightOf(other) - weightOf(one) || other.quality - one.quality)
  return best?.quality ?? 0
}

const weightOf = ({ type, subtype, parameters }: Range) =>
  (type === '*' ? 0 : 4) + (subtype === '*' ? 0 : 2) + (parameters.size > 0 ? 1 : 0)

function covers(range: Range, { type, subtype, parameters }: Range): boolean {
  const isOf = (pattern: string, name: string) => pattern === '*' || pattern === name
  if (!isOf(range.type, type) || !isOf(range.subtype, subtype)) return false
  return [...range.parameters].every(([key, value]) => isOf(value, parameters.get(key) ?? ''))
}
