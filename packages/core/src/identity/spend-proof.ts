import type { Database } from '../data/database.ts'

const spend = {
  name: 'spend proof',
  text: 'insert into spent_proofs (id, expires_at) values ($1, $2) on conflict do nothing returning id',
}

/** Uses a proof that is valid once. Returns false when it was used before, in any process. `expires` is in milliseconds. */
export async function spendProof(database: Database, id: string, expires: number): Promise<boolean> {
  const rows = await database.query(spend, [id, new Date(expires).toISOString()])
  return rows.length === 1
}
