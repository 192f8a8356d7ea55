import { expireArtifacts, forgetKeys, repeat } from '@roster/core/server'
import { reporterOf, type Runtime } from './runtime.ts'

/** How often that is deleted which has expired, in milliseconds. */
const INTERVAL = 60_000

/**
 * Deletes codes, tokens and answers under idempotency keys that have expired, in the background. Returns what ends that, and resolves when nothing is being
 * deleted any more.
 */
export function startExpiry(runtime: Pick<Runtime, 'database' | 'now' | 'logger'>): () => Promise<unknown> {
  const { database, now } = runtime
  const report = reporterOf(runtime)
  const begin = (expire: typeof forgetKeys, failure: string) =>
    repeat(async () => ((await expire(database, now())) ? 0 : INTERVAL), { report: report(failure) })
  const running = [
    begin(expireArtifacts, 'Expired codes and tokens were not deleted'),
    begin(forgetKeys, 'Expired idempotency keys were not deleted'),
  ]
  return () => Promise.all(running.map((one) => one.stop()))
}
