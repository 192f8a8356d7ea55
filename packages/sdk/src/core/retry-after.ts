/** How each form of an HTTP date begins. `Date.parse` alone finds a date in almost anything, such as `1.5`. */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/**
 * Returns the seconds to wait from a `Retry-After` header, a number or a date (RFC 9110, section 10.2.3); undefined if there is none or it is unreadable. A date
 * is by the clock of whoever sent it, which `Date` tells, or else by that of this machine.
 */
export function secondsToWait(headers: Headers): number | undefined {
  const header = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(header)) return Number(header)
  // The form of `asctime` names no time zone; the time is in UTC in every form.
  const date = Date.parse(DATE.test(header) ? header.replace(/ \d{4}$/, '$& GMT') : '')
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000))
}
