import { currentPrincipal } from './credentials.ts'
import type { Principal } from './principal.ts'
import { newSecret, type State } from './state.ts'

/** Milliseconds for which a ticket is valid. */
const LIFETIME = 30_000

/** Returns a new ticket for one connection of a caller. */
export function newTicket(state: State, principal: Principal, time: number): { ticket: string; expires_at: string } {
  const ticket = newSecret(state, 'ticket')
  const until = time + LIFETIME
  state.tickets.set(ticket, { principal, until })
  return { ticket, expires_at: new Date(until).toISOString() }
}

/** Uses up a ticket and returns its caller. Returns undefined for an unknown, used or expired ticket, and for one whose credential has ended. */
export function redeemed(state: State, ticket: string, time: number): Principal | undefined {
  const known = state.tickets.get(ticket)
  state.tickets.delete(ticket)
  return known && known.until > time ? currentPrincipal(state, known.principal, time) : undefined
}
