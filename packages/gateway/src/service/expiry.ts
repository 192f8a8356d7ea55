import { expireArtifacts, forgetKeys } from '@roster/core/server'
import { reporterOf, type Runtime } from './runtime.ts'

/** How often that is deleted which has expired, in milliseconds. */
const INTERVAL = 60_000

/** Deletes codes, tokens and answers under idempotency keys that have expired, in the background. Returns what ends that. */
export function startExpiry(runtime: Pick<Runtime, 'database' | 'now' | 'logger'>): () => void {
  const { database, now } = runtime
  const report = reporterOf(runtime)
  const begin = (expire: typeof forgetKeys, failure: string) =>
    setInterval(() => void expire(database, now()).catch(report(failure)), INTERVAL)
  const timers = [
    begin(expireArtifacts, 'Expired codes and tokens were not deleted'),
    begin(forgetKeys, 'Expired idempotency keys were not deleted'),
  ]
  return () => timers.forEach((timer) => clearInterval(timer))
}
