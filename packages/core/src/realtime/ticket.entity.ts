import { defineEntity, p } from '@mikro-orm/core'
import type { Credential, Principal } from '../contract/principal.ts'
import { Instant } from '../data/types.ts'

/** A principal as it is written down. */
export type WrittenPrincipal = Omit<Principal, 'scopes' | 'credential'> & { scopes: string[]; credential: Credential }

/** Tickets that were not redeemed yet. */
export const TicketEntity = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  properties: {
    /** SHA-256 of the ticket. */
    token_hash: p.text().primary().collation('C'),
    /** Whom it was given to. */
    principal: p.json<WrittenPrincipal>(),
    expires_at: p.type(Instant),
  },
  indexes: [{ name: 'tickets_by_expiry', properties: ['expires_at'] }],
})
