import { z } from 'zod'
import { people } from '../../harness/people.ts'
import { API_KEY } from '../../harness/request.ts'
import type { Caller } from '../by-hand.ts'

/** The users of all in-memory servers, by identifier. */
export const stored = new Map(people.map((person) => [person.id, person]))

/** The callers, by API key. */
export const keys = new Map<string, Caller>([
  [API_KEY, { id: 'key_1', name: 'Benchmark', role: 'admin', scopes: new Set(['read:users', 'write:users']) }],
])

/** Schema of the input: the identifier of a user. */
export const input = z.object({ user_id: z.string().max(64) })

/** Schema of a user. */
export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'viewer']),
  status: z.enum(['active', 'suspended', 'invited']),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
