import { Problem } from './core.ts'

const MEDIA_RANGE = /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+/

/** Throws `not-acceptable` unless JSON in version 1 is among what `Accept` allows. */
export function requireAcceptable(accept: string | undefined): void {
  requireOneOf(['application/json', 'application/json;version=1'], accept, 'application/json in version 1')
}

/** Throws `not-acceptable` unless a media type is among what `Accept` allows. */
export function requireAcceptableType(accept: string | undefined, contentType: string): void {
  const [type = ''] = contentType.split(';')
  requireOneOf([type], accept, type)
}

/** A header without any media range is ignored (RFC 9110, section 12.5.1). */
function requireOneOf(types: readonly string[], accept: string | undefined, answer: string): void {
  const ranges = (accept ?? '').split(',').filter((range) => MEDIA_RANGE.test(range))
  if (ranges.length === 0 || types.some((type) => qualityOf(type, ranges.map(parsed)) > 0)) return
  throw new Problem('not-acceptable', `The answer is ${answer}, which the Accept header does not allow.`)
}

interface Range {
  type: string
  parameters: string[]
  quality: number
}

function parsed(range: string): Range {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const others = parameters.filter((parameter) => parameter !== quality && !/^charset="?utf-8"?$/.test(parameter))
  return { type, parameters: others, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
}

/** The quality of the most specific range that covers a type. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const { type: name, parameters } = parsed(type)
  const covering = ranges.filter((range) => covers(range, name, parameters))
  const [best] = covering.toSorted((one, other) => weightOf(other) - weightOf(one))
  return best?.quality ?? 0
}

const weightOf = ({ type, parameters }: Range) =>
  (type === '*/*' ? 0 : type.endsWith('/*') ? 1 : 2) + parameters.length / 100

function covers({ type, parameters: asked }: Range, name: string, parameters: readonly string[]): boolean {
  if (!asked.every((parameter) => parameters.includes(parameter))) return false
  return type === '*/*' || type === name || (type.endsWith('/*') && name.startsWith(type.slice(0, -1)))
}
