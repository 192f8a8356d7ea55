import { defineEntity, p } from '@mikro-orm/core'
import type { Credential, Principal } from '../contract/principal.ts'
import { Instant } from '../data/types.ts'

/** A principal in the form in which it is stored. */
export type WrittenPrincipal = Omit<Principal, 'scopes' | 'credential'> & { scopes: string[]; credential: Credential }

/** Tickets that are not redeemed yet. */
export const TicketEntity = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  properties: {
    /** SHA-256 of the ticket. */
    token_hash: p.text().primary().collation('C'),
    /** The principal that the ticket was issued to. */
    principal: p.json<WrittenPrincipal>(),
    expires_at: p.type(Instant),
  },
  indexes: [{ name: 'tickets_by_expiry', properties: ['expires_at'] }],
})
