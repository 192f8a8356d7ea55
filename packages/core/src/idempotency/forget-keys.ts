import type { Database } from '../data/database.ts'
import { LIFETIME } from './once.ts'

/** Maximum number of rows that one statement deletes, so that none holds its locks for long. */
const BATCH = 500

const forget = {
  name: 'idempotency forget',
  text: `delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys where created_at < $1 order by created_at limit ${BATCH} for update skip locked)) returning 1`,
}

/** Deletes some of the responses kept under idempotency keys for longer than a day, and returns whether there may be more. `time` is in milliseconds. */
export async function forgetKeys(database: Database, time: number): Promise<boolean> {
  const before = new Date(time - LIFETIME).toISOString()
  return (await database.query(forget, [before])).length === BATCH
}
