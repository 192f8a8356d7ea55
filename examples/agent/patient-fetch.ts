import { setTimeout as wait } from 'node:timers/promises'

/** `fetch` that tries again, when the service says that it may, what it had no time for (503). */
export async function patientFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  const delay = delayOf(response.headers.get('retry-after') ?? '')
  if (response.status !== 503 || Number.isNaN(delay)) return response
  await wait(delay)
  return patientFetch(...request)
}

/** Milliseconds until a time that is told in seconds or as a date (RFC 9110, section 10.2.3); not a number for anything else. */
const delayOf = (retryAfter: string) =>
  /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Math.max(0, Date.parse(retryAfter) - Date.now())
