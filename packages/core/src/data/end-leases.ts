import type { Database } from './database.ts'

// An export without a lease may be one that pauses after a failure.
const end = {
  text: `with ended as (update webhook_endpoints set lease = null where lease is not null)
    update exports set lease = null, leased_until = null where lease is not null`,
}

/** Ends every lease of background work. Only for who has the database alone: whoever holds one is a process that was killed. */
export async function endLeases({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(end)
}
