import { z } from 'zod'
import { exampleId, idPrefixes } from './ids.ts'
import type { Principal } from './principal.ts'

/** Who does or did something. */
export const actor = z
  .object({
    type: z.enum(['user', 'api_key', 'client', 'system']).meta({
      description:
        'What it is: a `user`, by a session or by an access token; an `api_key`, also one that acts as a user; an OAuth `client` on its own behalf; the service itself, `system`.',
      examples: ['user'],
    }),
    id: z
      .string()
      .max(255)
      .meta({
        pattern: '^[!-~]+$',
        description: 'Its identifier. Of `system` the part of the service, such as `exports`.',
        examples: [exampleId(idPrefixes.user)],
      }),
  })
  .meta({
    id: 'Actor',
    description: 'Who does or did something.',
    examples: [{ type: 'user', id: exampleId(idPrefixes.user) }],
  })

export type Actor = z.output<typeof actor>

/** Who acts in a principal; null for nobody. */
export function actorOf({ type, id, user_id }: Pick<Principal, 'type' | 'id' | 'user_id'>): Actor | null {
  if (type === 'none') return null
  if (type === 'api_key') return { type, id }
  return user_id === null ? { type: 'client', id } : { type: 'user', id: user_id }
}

/** A part of the service that acts on nobody's behalf. */
export const systemActor = (id: string): Actor => ({ type: 'system', id })
