import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '@roster/core'
import type { SupportTicketRecord } from './support-tickets.contract.ts'
import { requireOpen } from './support-tickets.rules.ts'

/** The columns have the names of the contract. */
export const SupportTicketEntity = defineEntity({
  name: 'SupportTicket',
  tableName: 'support_tickets',
  properties: {
    id: p.text().primary().collation('C'),
    title: p.text().collation('C'),
    status: p.text().$type<SupportTicketRecord['status']>(),
    version: p.integer(),
    created_at: p.type(Instant),
    updated_at: p.type(Instant),
    deleted_at: p.type(Instant).strictNullable(),
  },
})

/** A record with the rules of its changes. */
export class SupportTicket extends SupportTicketEntity.class {
  /** Applies a change. Returns false, and keeps version and time, if nothing differs. Throws `conflict` if it is closed and not reopened. */
  change(change: Partial<Pick<SupportTicketRecord, 'title' | 'status'>>, now: string): boolean {
    const before = this.record()
    const after = { ...before, ...change }
    requireOpen(before, after)
    if (after.title === before.title && after.status === before.status) return false
    Object.assign(this, after, { version: this.version + 1, updated_at: now })
    return true
  }

  record(): SupportTicketRecord {
    return supportTicketRecord(this)
  }
}

SupportTicketEntity.setClass(SupportTicket)

/** Returns the columns of a row that the contract shows. */
export function supportTicketRecord(row: SupportTicketRecord): SupportTicketRecord {
  const { id, title, status, version, created_at, updated_at } = row
  return { id, title, status, version, created_at, updated_at }
}
