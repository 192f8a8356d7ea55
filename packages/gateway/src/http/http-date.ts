/** Returns an ISO timestamp as an HTTP date, the form of `Last-Modified` (RFC 9110, section 5.6.7). */
export function httpDateOf(timestamp: string): string {
  if (timestamp.length !== LENGTH) return new Date(timestamp).toUTCString()
  return `${httpDay(timestamp.slice(0, 10))} ${timestamp.slice(11, 19)} GMT`
}

const LENGTH = '2026-01-01T00:00:00.000Z'.length

const days = new Map<string, string>()
const MOST_DAYS = 4_096

/** Returns a day as `Thu, 01 Jan 2026`, from a cache: every read of a record needs one, and `Date` takes ten times as long as the look-up. */
function httpDay(day: string): string {
  const known = days.get(day)
  if (known !== undefined) return known
  if (days.size === MOST_DAYS) days.clear()
  const words = new Date(day).toUTCString().slice(0, -' 00:00:00 GMT'.length)
  days.set(day, words)
  return words
}

// The three forms of RFC 9110, section 5.6.7.
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

/**
 * Parses an HTTP date. Returns seconds since the epoch, or undefined for any other text, also for a day that its month does not have, which `Date` takes for a
 * day of the next. A leap second counts as the second before it.
 */
export function httpDate(header: string | undefined): number | undefined {
  if (header === undefined || !HTTP_DATE.test(header)) return undefined
  const text = header.replace(':60 ', ':59 ')
  const parsed = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  const [day] = /\d+/.exec(header)!
  return new Date(parsed).getUTCDate() === Number(day) ? Math.floor(parsed / 1_000) : undefined
}
