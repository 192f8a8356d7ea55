import type { Database } from '../data/database.ts'

/** A last use is recorded at most once a minute, a second later, outside of the request. */
const PRECISION = 60_000
const DELAY = 1_000

/** The last uses of a table's records in one database, by identifier, in milliseconds. */
interface Uses {
  written: Map<string, number>
  waiting: Map<string, number>
}

/** Returns a function that records when a record of a table was used, in its column `last_used_at`. The time is in milliseconds. */
export function lastUsesIn(table: 'api_keys' | 'sessions'): (database: Database, id: string, time: number) => void {
  const all = new WeakMap<Database, Uses>()
  const update = {
    name: `${table} used`,
    text: `update ${table} t set last_used_at = u.at from unnest($1::text[], $2::timestamptz[]) as u (id, at)
      where t.id = u.id and (t.last_used_at is null or t.last_used_at < u.at)`,
  }

  function usesIn(database: Database): Uses {
    const uses = all.get(database) ?? { written: new Map<string, number>(), waiting: new Map<string, number>() }
    all.set(database, uses)
    return uses
  }

  async function flush(database: Database, { written, waiting }: Uses): Promise<void> {
    const ids = [...waiting.keys()]
    const times = [...waiting.values()]
    waiting.clear()
    forgetBefore(written, Math.max(...times) - PRECISION)
    // A use that could not be recorded is recorded with the next one; nothing depends on it.
    const instants = times.map((time) => new Date(time).toISOString())
    await database.query(update, [ids, instants]).catch(() => written.clear())
  }

  return (database, id, time) => {
    const uses = usesIn(database)
    const known = uses.written.get(id)
    if (known !== undefined && time - known < PRECISION) return
    if (uses.waiting.size === 0) setTimeout(() => void flush(database, uses), DELAY).unref()
    uses.written.set(id, time)
    uses.waiting.set(id, time)
  }
}

/** Drops uses that are too old to delay the next record. */
function forgetBefore(written: Map<string, number>, time: number): void {
  for (const [id, last] of written) if (last <= time) written.delete(id)
}
