import type { Database } from '../data/database.ts'
import { TOMBSTONE_LIFETIME } from '../data/absence.ts'

const deleteFiles = {
  name: 'export files expired',
  text: 'delete from export_parts p using exports e where e.id = p.export_id and e.expires_at <= $1',
}

const forget = { name: 'exports forgotten', text: 'delete from exports where expires_at < $1' }

/** Deletes the files of exports that have expired, and what was left of those that answer 404 by now. `time` is in milliseconds. */
export async function expireExports(database: Database, time: number): Promise<void> {
  await database.query(deleteFiles, [new Date(time).toISOString()])
  await database.query(forget, [new Date(time - TOMBSTONE_LIFETIME).toISOString()])
}
