import type { Pool, PoolClient } from 'pg'

/**
 * Takes connections that were lost while in use out of a pool. Kysely keeps the one whose transaction it cannot roll back, so that each
 * loss would cost the pool a place for good.
 */
export function discardLost(pool: Pool): void {
  const inUse = new Set<PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    // Whoever still gives it back by itself does so before the next turn.
    client.once('end', () => setImmediate(() => inUse.has(client) && discard(client)))
  })
}

function discard(client: PoolClient): void {
  client.release(true)
  client.release = () => {}
}
