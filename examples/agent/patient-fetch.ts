import { setTimeout as wait } from 'node:timers/promises'

/** `fetch` that sends a request again after a 503, at the time that the `Retry-After` header gives. Without the header the 503 is returned. */
export async function patientFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  const delay = delayOf(response.headers.get('retry-after') ?? '')
  if (response.status !== 503 || Number.isNaN(delay)) return response
  await wait(delay)
  return patientFetch(...request)
}

/** Returns the delay in milliseconds of a `Retry-After` header in seconds or as a date (RFC 9110, section 10.2.3); NaN for any other value. */
const delayOf = (retryAfter: string) =>
  /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Math.max(0, dateOf(retryAfter) - Date.now())

/** Returns the time of a date, in milliseconds. `Date.parse` alone finds one in almost anything, such as `1.5`: long ago, so that requests would follow at once. */
const dateOf = (text: string) => (text.endsWith(' GMT') ? Date.parse(text) : Number.NaN)
