import type { Database } from '../data/database.ts'

/** Largest number of rows that one statement deletes, so that it holds its locks briefly. */
const BATCH = 500

/** Time that expired artifacts are kept, in milliseconds, so that a device which polls once more learns that its code has expired. */
const GRACE = 60_000

const expire = {
  name: 'oauth artifacts expire',
  text: `delete from oauth_artifacts where ctid = any(array(
    select ctid from oauth_artifacts where expires_at < $1 order by expires_at limit ${BATCH} for update skip locked)) returning 1`,
}

/** Deletes a batch of the artifacts that expired at least a minute ago. Returns whether there may be more. `time` is in milliseconds. */
export async function expireArtifacts(database: Database, time: number): Promise<boolean> {
  const before = new Date(time - GRACE).toISOString()
  return (await database.query(expire, [before])).length === BATCH
}
