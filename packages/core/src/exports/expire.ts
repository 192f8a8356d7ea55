import type { Database } from '../data/database.ts'
import { TOMBSTONE_LIFETIME } from '../data/absence.ts'

/** Largest number of rows that one statement deletes, so that other statements do not wait for it. */
const BATCH = 100

const deleteFiles = {
  name: 'export files expired',
  text: `delete from export_parts where ctid = any(array(
    select p.ctid from exports e join export_parts p on p.export_id = e.id
    where e.expires_at <= $1 limit ${BATCH} for update of p skip locked)) returning 1`,
}

const forget = {
  name: 'exports forgotten',
  text: `delete from exports where ctid = any(array(
    select ctid from exports e where expires_at < $1 and not exists (select 1 from export_parts where export_id = e.id)
    order by expires_at limit ${BATCH} for update skip locked)) returning 1`,
}

/** Deletes a batch of files of expired exports, and of rows of exports that answer 404 by now. Returns whether there may be more. `time` is in milliseconds. */
export async function expireExports(database: Database, time: number): Promise<boolean> {
  const isFull = async (statement: typeof forget, before: number) =>
    (await database.query(statement, [new Date(before).toISOString()])).length === BATCH
  return (await isFull(deleteFiles, time)) || (await isFull(forget, time - TOMBSTONE_LIFETIME))
}
