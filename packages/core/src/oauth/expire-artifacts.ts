import type { Database } from '../data/database.ts'

/** How many rows one statement deletes, so that none holds its locks for long. */
const BATCH = 500

/** How long what has expired is kept, in milliseconds: a device that asks once more is told that its code has expired. */
const GRACE = 60_000

const expire = {
  name: 'oauth artifacts expire',
  text: `delete from oauth_artifacts where ctid = any(array(
    select ctid from oauth_artifacts where expires_at < $1 order by expires_at limit ${BATCH} for update skip locked)) returning 1`,
}

/** Deletes some of the artifacts that have expired a minute ago, and returns whether there may be more. `time` is in milliseconds. */
export async function expireArtifacts(database: Database, time: number): Promise<boolean> {
  const before = new Date(time - GRACE).toISOString()
  return (await database.query(expire, [before])).length === BATCH
}
