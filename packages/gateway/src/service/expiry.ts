import { expireArtifacts } from '@roster/core/server'
import { reporterOf, type Runtime } from './runtime.ts'

/** How often codes and tokens that have expired are deleted, in milliseconds. */
const INTERVAL = 60_000

/** Deletes codes and tokens that have expired, in the background. Returns what ends that. */
export function startExpiry(runtime: Runtime): () => void {
  const { database, now } = runtime
  const report = reporterOf(runtime)('Expired codes and tokens were not deleted')
  const timer = setInterval(() => void expireArtifacts(database, now()).catch(report), INTERVAL)
  return () => clearInterval(timer)
}
