import { setTimeout as wait } from 'node:timers/promises'

/** How often a request is sent at most. */
const ATTEMPTS = 3

/** Longest wait before a request is sent again, in milliseconds. */
const LONGEST_WAIT = 60_000

/**
 * `fetch` that sends a request again after a 503, at the time that the `Retry-After` header gives: twice at most, and not when that is more than a minute away.
 * Otherwise, and without the header, the 503 is returned.
 */
export async function patientFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const signal = init?.signal ?? undefined
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(input, init)
    const delay = delayOf(response.headers.get('retry-after') ?? '')
    const isWorthIt = response.status === 503 && attempt < ATTEMPTS && delay <= LONGEST_WAIT
    if (!isWorthIt) return response
    await response.body?.cancel()
    await wait(delay, undefined, { signal })
  }
}

/** Returns the delay in milliseconds of a `Retry-After` header in seconds or as a date (RFC 9110, section 10.2.3); NaN for any other value. */
const delayOf = (retryAfter: string) =>
  /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Math.max(0, dateOf(retryAfter) - Date.now())

/** Returns the time of a date, in milliseconds. `Date.parse` alone finds one in almost anything, such as `1.5`: long ago, so that requests would follow at once. */
const dateOf = (text: string) => (text.endsWith(' GMT') ? Date.parse(text) : Number.NaN)
