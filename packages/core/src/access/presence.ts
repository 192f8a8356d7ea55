import type { Principal } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'

/** Throws `unauthenticated` for the key of a user who was deleted. */
export function requirePresent({ hasLeft }: Principal): void {
  if (hasLeft)
    throw new Problem('unauthenticated', 'The user of this API key was deleted.', {
      headers: { 'www-authenticate': 'ApiKey' },
    })
}
