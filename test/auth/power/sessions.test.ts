import type { Scope } from '@roster/api'
import { describePower, type Situation } from './table.ts'

/** A caller ends a grant of its own user. */
const ended = (scopes: readonly Scope[]): Situation => ({
  operation: 'sessions.end',
  what: `a grant of ${scopes.join(' and ')}`,
  powers: { 'session before': scopes },
  self: 'user',
  async prepare(scene, { user_id }) {
    const session_id = await scene.grant(user_id!, scopes)
    return { input: { session_id }, ids: [session_id] }
  },
})

describePower('sessions', [ended(['read:users', 'read:events']), ended(['read:users', 'read:orders', 'read:events'])])
