import type { Database } from '../data/database.ts'

/** A key's last use is written down once a minute at most, a little later and not on the path of the request. */
const PRECISION = 60_000
const DELAY = 1_000

const written = new WeakMap<Database, Map<string, number>>()

const update = {
  name: 'api keys used',
  text: `update api_keys k set last_used_at = u.at from unnest($1::text[], $2::timestamptz[]) as u (id, at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`,
}

/** Notes that a key was used at a time in milliseconds. */
export function markUsed(database: Database, id: string, time: number): void {
  const last = written.get(database)
  const known = last?.get(id)
  if (known !== undefined && time - known < PRECISION) return
  if (last) last.set(id, time)
  else written.set(database, new Map([[id, time]]))
  pending(database).set(id, time)
}

const waiting = new WeakMap<Database, Map<string, number>>()

function pending(database: Database): Map<string, number> {
  const open = waiting.get(database)
  if (open) return open
  const uses = new Map<string, number>()
  waiting.set(database, uses)
  setTimeout(() => void flush(database, uses), DELAY).unref()
  return uses
}

async function flush(database: Database, uses: Map<string, number>): Promise<void> {
  waiting.delete(database)
  const times = [...uses.values()].map((time) => new Date(time).toISOString())
  // A use that could not be written is written with the next one; nothing depends on it.
  await database.query(update, [[...uses.keys()], times]).catch(() => written.delete(database))
}
