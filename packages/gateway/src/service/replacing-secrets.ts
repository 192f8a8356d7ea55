import { startResealing } from '@roster/core/server'
import { variable } from '../settings/variable.ts'
import { reporterOf, type Runtime } from './runtime.ts'

/** Longest validity of something signed with a secret, in milliseconds: cursors last a day, sign-ins 12 hours. */
const LONGEST = 24 * 60 * 60 * 1_000

const done = (setting: string) =>
  `Nothing in the database is sealed with an old secret. Take all but the first out of ${setting} when every process has that one first; before the time in signed_until, cursors and sign-ins from before this start end with it`

/** Starts sealing anew, in the background, whatever old secrets have sealed. Logs when the old secrets can be removed. Returns a function that stops this. */
export function startReplacingSecrets(runtime: Runtime): () => Promise<void> {
  const { naming, database, secrets, logger, now } = runtime
  if (secrets.length === 1) return async () => {}
  const signed_until = new Date(now() + LONGEST).toISOString()
  const resealing = startResealing({
    database,
    secrets,
    onDone: (walk) => logger.warn({ ...walk, signed_until }, done(variable(naming, 'SECRET'))),
    report: reporterOf(runtime)('What old secrets have sealed was not sealed anew'),
  })
  return () => resealing.stop()
}
