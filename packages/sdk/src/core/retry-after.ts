/** How each form of an HTTP date begins. `Date.parse` alone finds a date in almost anything, such as `1.5`. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** Returns the seconds to wait from a `Retry-After` header, a number or a date (RFC 9110, section 10.2.3); undefined if there is none or it is unreadable. */
export function secondsToWait(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  // The form of `asctime` names no time zone; the time is in UTC in every form.
  const date = DATE.test(header) ? Date.parse(header.replace(/ \d{4}$/, '$& GMT')) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000))
}
