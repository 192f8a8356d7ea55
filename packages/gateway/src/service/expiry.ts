import { expireArtifacts, forgetKeys, repeat } from '@roster/core/server'
import { reporterOf, type Runtime } from './runtime.ts'

/** Interval of deleting expired rows, in milliseconds. */
const INTERVAL = 60_000

/**
 * Starts deleting expired codes, tokens and answers under idempotency keys, in the background. Returns a function that stops this, and resolves when no
 * deletion is running.
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
