import { Problem } from '@roster/core/contract'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'

/** Where failures are counted, and under which name. */
export type FailureCount = [store: RateLimiterAbstract, key: string]

/**
 * Runs an attempt to prove something, and returns what it returns; undefined is a failure, and counts. Throws `rate-limited` with
 * `Retry-After` when too many have failed, and then does not run it. `tooMany` says so, as in "Too many wrong codes came from here."
 */
export async function limitFailures<Proof>(
  counts: readonly FailureCount[],
  tooMany: string,
  prove: () => Promise<Proof | undefined>,
): Promise<Proof | undefined> {
  const taken = await takeAll(counts, tooMany)
  try {
    const proof = await prove()
    if (proof !== undefined) await giveBack(taken)
    return proof
  } catch (error) {
    await giveBack(taken)
    throw error
  }
}

/** Counts the attempt before it is made, so that many at once cannot pass the limit together. What is refused does not count. */
async function takeAll(counts: readonly FailureCount[], tooMany: string): Promise<FailureCount[]> {
  const taken: FailureCount[] = []
  for (const count of counts) {
    const [store, key] = count
    taken.push(count)
    try {
      await store.consume(key)
    } catch (state) {
      await giveBack(taken)
      throw refusal(state, tooMany)
    }
  }
  return taken
}

async function giveBack(counts: readonly FailureCount[]): Promise<void> {
  await Promise.all(counts.map(([store, key]) => store.reward(key)))
}

/** What a store threw, as `rate-limited` with `Retry-After` where it has counted too many. `tooMany` says so. */
export function refusal(thrown: unknown, tooMany: string): unknown {
  if (!(thrown instanceof RateLimiterRes)) return thrown
  const wait = Math.max(Math.ceil(thrown.msBeforeNext / 1_000), 1)
  return new Problem('rate-limited', `${tooMany} Try again in ${wait} s.`, { headers: { 'retry-after': String(wait) } })
}
