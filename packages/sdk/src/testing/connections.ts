import type { Connection } from './connection.ts'
import type { Scope } from './policy.ts'
import { formatCursor } from '#core/event-log/cursor'
import { Problem } from './problem.ts'
import { currentPrincipal } from './credentials.ts'
import type { Principal } from './principal.ts'
import type { State } from './state.ts'

/** How many of each kind a caller may have open at once. */
const LIMIT = 5

/** Throws `rate-limited` when a caller has as many connections of a kind as it may. */
export function requireRoom({ connections }: State, kind: Connection['kind'], { id }: Principal): void {
  const open = [...connections].filter((each) => each.kind === kind && each.principal.id === id)
  if (open.length < LIMIT) return
  const detail = `This caller has ${LIMIT} ${kind}s open, which is as many as it may. Close one, and try again.`
  throw new Problem('rate-limited', detail, { headers: { 'retry-after': '5' } })
}

/** Tells those who hold a scope something that is no event. */
export function notify(state: State, scope: Scope, notification: string, details: object): void {
  const cursor = formatCursor({ epoch: state.epoch, seq: state.head })
  for (const connection of state.connections)
    if (connection.principal.scopes.has(scope))
      connection.notify({ type: 'notification', notification, cursor, ...details })
}

/** Ends the connections whose credential has ended; those of callers who may do something else now are theirs as they are now. */
export function checkCredentials(state: State, time: number): void {
  for (const connection of state.connections) {
    const now = currentPrincipal(state, connection.principal, time)
    if (now) connection.principal = now
    else connection.end(new Problem('unauthenticated', 'The credential has expired or was revoked.'))
  }
}
