import { setTimeout as wait } from 'node:timers/promises'

/** `fetch` that tries again, after the seconds that the service names, what it had no time for (503). */
export async function patientFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  const seconds = response.headers.get('retry-after')
  if (response.status !== 503 || seconds === null) return response
  await wait(Number(seconds) * 1_000)
  return patientFetch(...request)
}
