import { Problem } from '@roster/core/contract'
import Negotiator from 'negotiator'

/** The only version of the API. */
const VERSION = '1'

// `Accept` values that allow any media type.
const ANYTHING: ReadonlySet<string | undefined> = new Set([undefined, '', '*/*'])

const JSON_TYPES = ['application/json', `application/json;version=${VERSION}`]

/** `Accept` values that need no parsing: what SDKs, curl and most programs send. */
const PLAIN: ReadonlySet<string | undefined> = new Set([
  ...ANYTHING,
  'application/json',
  'application/json, text/plain, */*',
])

const CHARSET = /;\s*charset="?utf-8"?/gi
const MEDIA_RANGE = /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+/
const BAD_WEIGHT = /;\s*q=(?!\s*(?:0(?:\.\d*)?|1(?:\.0*)?)\s*(?:[;,]|$))/i

/**
 * Throws `not-acceptable` unless `Accept` allows JSON in version 1 (RFC 9110, section 12.5.1). A header without any media range, or with a weight
 * that is no number from 0 to 1, is ignored.
 */
export function requireAcceptable(accept: string | undefined): void {
  if (!PLAIN.has(accept)) requireOneOf(JSON_TYPES, accept!, `application/json in version ${VERSION}`)
}

/** Throws `not-acceptable` unless `Accept` allows a media type with its parameters. */
export function requireAcceptableType(accept: string | undefined, contentType: string): void {
  if (!ANYTHING.has(accept)) requireOneOf([contentType], accept!, contentType)
}

function requireOneOf(types: string[], accept: string, answer: string): void {
  const ranges = accept.replace(CHARSET, '')
  if (BAD_WEIGHT.test(ranges) || !ranges.split(',').some((range) => MEDIA_RANGE.test(range))) return
  const [type] = new Negotiator({ headers: { accept: ranges } }).mediaTypes(types)
  if (type === undefined)
    throw new Problem('not-acceptable', `The answer is ${answer}, which the Accept header does not allow.`)
}
