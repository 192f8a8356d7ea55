import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Caller } from '../by-hand.ts'

interface KeyRow {
  id: string
  name: string
  role: string
  scopes: string[]
  expires_at: string | null
  user_status: string | null
}

const byHash = {
  name: 'key',
  text: `select k.id, k.name, k.role, k.scopes, k.expires_at, u.status as user_status
    from api_keys k left join users u on u.id = k.user_id where k.secret_hash = $1`,
}

/** Returns a function that finds a caller by the hash of an API key. It reads the key at every request, so that a revocation applies at once. */
export function findCaller(pool: Pool): (secret: string) => Promise<Caller | undefined> {
  return async (secret) => {
    const hash = createHash('sha256').update(secret).digest('hex')
    const { rows } = await pool.query<KeyRow>({ ...byHash, values: [hash] })
    const [key] = rows
    if (!key || key.user_status === 'suspended') return undefined
    if (key.expires_at && Date.parse(key.expires_at) <= Date.now()) return undefined
    return { id: key.id, name: key.name, role: key.role, scopes: new Set(key.scopes) }
  }
}
