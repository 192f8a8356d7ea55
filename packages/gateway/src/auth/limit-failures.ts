import { Problem } from '@roster/core/contract'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'

/** A store that counts failures, and the key to count under. */
export type FailureCount = [store: RateLimiterAbstract, key: string]

/**
 * Runs an attempt to prove something and returns its result; undefined counts as a failure. Throws `rate-limited` with `Retry-After`, without running
 * the attempt, when too many have failed. `tooMany` is the sentence for the caller, such as "Too many wrong codes came from here."
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

/** Counts the attempt before it runs, so that concurrent attempts cannot pass the limit together. A refused attempt does not count. Throws `rate-limited`. */
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

/**
 * Converts an exceeded limit that a store threw to `rate-limited` with `Retry-After`; returns any other error unchanged. `tooMany` is the sentence
 * for the caller.
 */
export function refusal(thrown: unknown, tooMany: string): unknown {
  if (!(thrown instanceof RateLimiterRes)) return thrown
  const wait = Math.max(Math.ceil(thrown.msBeforeNext / 1_000), 1)
  return new Problem('rate-limited', `${tooMany} Try again in ${wait} s.`, { headers: { 'retry-after': String(wait) } })
}
