import { Problem } from '@roster/core/contract'
import type { z } from 'zod'

/** Timeout of a request, and pause after a failure, in milliseconds. */
const TIMEOUT = 5_000
const PAUSE = 5_000

/** Fetches JSON that fits a schema, from the first URL that does not answer 404. Throws `unavailable`. */
export type FetchJson = <T>(urls: readonly string[], schema: z.ZodType<T>) => Promise<T>

/**
 * Returns a function that reads JSON from an authorization server. After a failure it sends no request for five seconds and throws `unavailable` at
 * once. Redirects are not followed.
 */
export function jsonFetcher(): FetchJson {
  let failure: { until: number; cause: unknown } | undefined
  return async (urls, schema) => {
    if (failure && performance.now() < failure.until) throw unreachable(failure.cause)
    try {
      return schema.parse(await readFirst(urls))
    } catch (cause) {
      failure = { until: performance.now() + PAUSE, cause }
      throw unreachable(cause)
    }
  }
}

async function readFirst([url, ...others]: readonly string[]): Promise<unknown> {
  const response = await fetch(url!, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (response.ok) return response.json()
  await response.body?.cancel()
  if (response.status === 404 && others.length > 0) return readFirst(others)
  throw new Error(`${url} answers with status ${response.status}`)
}

function unreachable(cause: unknown): Problem {
  return new Problem('unavailable', 'The authorization server cannot be asked for its keys just now.', {
    cause,
    headers: { 'retry-after': String(PAUSE / 1_000) },
  })
}
