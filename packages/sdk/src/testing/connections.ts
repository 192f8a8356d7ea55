import type { Connection } from './connection.ts'
import type { Scope } from './policy.ts'
import { formatCursor } from '#core/event-log/cursor'
import { Problem } from './problem.ts'
import { currentPrincipal } from './credentials.ts'
import type { Principal } from './principal.ts'
import type { State } from './state.ts'

/** Maximum number of open connections of each kind per caller. */
const LIMIT = 5

/** Throws `rate-limited` if a caller already has the maximum number of connections of a kind. */
export function requireRoom({ connections }: State, kind: Connection['kind'], { id }: Principal): void {
  const open = [...connections].filter((each) => each.kind === kind && each.principal.id === id)
  if (open.length < LIMIT) return
  const detail = `This caller has ${LIMIT} ${kind}s open, which is as many as it may. Close one, and try again.`
  throw new Problem('rate-limited', detail, { headers: { 'retry-after': '5' } })
}

/** Sends a notification, which is no event, to every connection whose caller holds a scope. */
export function notify(state: State, scope: Scope, notification: string, details: object): void {
  const cursor = formatCursor({ epoch: state.epoch, seq: state.head })
  for (const connection of state.connections)
    if (connection.principal.scopes.has(scope))
      connection.notify({ type: 'notification', notification, cursor, ...details })
}

/** Ends the connections whose credential has ended. Other connections get the present permissions of their caller. */
export function checkCredentials(state: State, time: number): void {
  for (const connection of state.connections) {
    const now = currentPrincipal(state, connection.principal, time)
    if (now) connection.principal = now
    else connection.end(new Problem('unauthenticated', 'The credential has expired or was revoked.'))
  }
}
