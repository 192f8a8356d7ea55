import type { Principal } from './principal.ts'
import { newSecret, type State } from './state.ts'

/** How long a ticket can be used, in milliseconds. */
const LIFETIME = 30_000

/** A ticket for one connection of a caller. */
export function newTicket(state: State, principal: Principal, time: number): { ticket: string; expires_at: string } {
  const ticket = newSecret(state, 'ticket')
  const until = time + LIFETIME
  state.tickets.set(ticket, { principal, until })
  return { ticket, expires_at: new Date(until).toISOString() }
}

/** Whom a ticket was given to; it is used up by that. Undefined when it is no good. */
export function redeemed(state: State, ticket: string, time: number): Principal | undefined {
  const known = state.tickets.get(ticket)
  state.tickets.delete(ticket)
  return known && known.until > time ? known.principal : undefined
}
