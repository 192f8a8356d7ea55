import { httpDate } from './http-date.ts'

/** Headers that make a request conditional (RFC 9110, section 13.1), by their names in lower case. */
type Conditions = {
  [Name in 'if-match' | 'if-none-match' | 'if-modified-since' | 'if-unmodified-since' | 'if-range']?: string | undefined
}

/** Validators of a resource's current state, which conditions are compared with. */
export interface Validators {
  /** Strong entity tag, with its quotes. */
  etag: string
  /** When the record last changed, as an ISO timestamp; undefined for lists. */
  lastModified?: string | undefined
}

/** Result of a request's conditions: go on, 304, or 412. */
export type ConditionResult = 'proceed' | 'not-modified' | 'failed'

/** Whether a request has any condition to evaluate. */
export function isConditional(headers: Conditions): boolean {
  return (
    headers['if-none-match'] !== undefined ||
    headers['if-match'] !== undefined ||
    headers['if-modified-since'] !== undefined ||
    headers['if-unmodified-since'] !== undefined
  )
}

/**
 * Evaluates conditions in the order of RFC 9110, section 13.2.2. `validators` are those of the resource's current state. Malformed conditions are
 * ignored, as sections 13.1.1 to 13.1.4 say.
 */
export function evaluate(headers: Conditions, validators: Validators, isRead: boolean): ConditionResult {
  const ifMatch = tags(headers['if-match'])
  const unmodifiedSince = httpDate(headers['if-unmodified-since'])
  const modified = seconds(validators.lastModified)
  if (ifMatch) {
    if (!matches(ifMatch, validators.etag, strong)) return 'failed'
  } else if (unmodifiedSince !== undefined && modified !== undefined && modified > unmodifiedSince) return 'failed'

  const ifNoneMatch = tags(headers['if-none-match'])
  if (ifNoneMatch) return matches(ifNoneMatch, validators.etag, weak) ? (isRead ? 'not-modified' : 'failed') : 'proceed'

  const modifiedSince = isRead ? httpDate(headers['if-modified-since']) : undefined
  const isUnmodified = modifiedSince !== undefined && modified !== undefined && modified <= modifiedSince
  return isUnmodified ? 'not-modified' : 'proceed'
}

/** Whether `Range` counts: without `If-Range`, or when `If-Range` equals the current strong entity tag or modification date (RFC 9110, section 13.1.5). */
export function ifRangeHolds({ 'if-range': ifRange }: Conditions, validators: Required<Validators>): boolean {
  if (ifRange === undefined || ifRange === validators.etag) return true
  const date = httpDate(ifRange)
  return date !== undefined && date === seconds(validators.lastModified)
}

type Tags = '*' | string[]

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
// Empty elements of a list are allowed (RFC 9110, section 5.6.1); two tags without a comma are not.
const TAG_LIST =
  /^[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*[ \t,]*$/

/** Returns the tags of `If-Match` or `If-None-Match`, or undefined when there are none or the header is malformed. */
export function tags(header: string | undefined): Tags | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return '*'
  return TAG_LIST.test(header) ? header.match(TAG)! : undefined
}

const strong = (tag: string, etag: string) => tag === etag
const weak = (tag: string, etag: string) => tag.replace(/^W\//, '') === etag

function matches(given: Tags, etag: string, same: (tag: string, etag: string) => boolean): boolean {
  return given === '*' || given.some((tag) => same(tag, etag))
}

function seconds(time: string | undefined): number | undefined {
  const parsed = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed / 1_000)
}
