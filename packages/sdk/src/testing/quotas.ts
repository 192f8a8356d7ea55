import { Problem } from './problem.ts'
import type { State } from './state.ts'

/** Maximum requests per minute: reads, writes, requests without a valid credential, and token requests of a client. */
export interface Quotas {
  read: number
  write: number
  anonymous: number
  token: number
}

export const QUOTAS: Quotas = { read: 600, write: 120, anonymous: 60, token: 10 }

/** Seconds of one quota period. */
const WINDOW = 60

type Headers = Record<string, string>

/** Counts a request and returns the headers with the rest of the quota. Throws `rate-limited` if the quota is used up. */
export function spend(
  state: State,
  quotas: Quotas | 'off',
  name: keyof Quotas,
  subject: string,
  time: number,
): Headers {
  if (quotas === 'off') return {}
  const id = `${name} ${subject}`
  const known = state.used.get(id)
  // A clock that is set back starts a new window.
  const isKept = known && time >= known.since && time < known.since + WINDOW * 1_000
  const used = isKept ? known : { count: 0, since: time }
  used.count++
  state.used.set(id, used)
  const wait = Math.min(Math.max(Math.ceil((used.since + WINDOW * 1_000 - time) / 1_000), 1), WINDOW)
  const limit = quotas[name]
  const left = Math.max(limit - used.count, 0)
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(left),
    ratelimit: `"${name}";r=${left};t=${wait}`,
    'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW}`,
  }
  if (used.count <= limit) return headers
  const detail = `The quota of ${limit} ${name} requests a minute is used up. Try again in ${wait} s.`
  throw new Problem('rate-limited', detail, { headers: { ...headers, 'retry-after': String(wait) } })
}
