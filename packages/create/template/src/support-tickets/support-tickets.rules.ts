import { Problem } from '@roster/core/contract'
import type { Situation } from '@roster/sdk/testing'
import type { SupportTicketRecord } from './support-tickets.contract.ts'

/** What the service decides of what is created. */
export const begun = { status: 'open' } as const

/** Throws `conflict` where something closed would change otherwise than by being reopened. */
export function requireOpen(record: SupportTicketRecord, next: SupportTicketRecord): void {
  if (record.status === 'closed' && next.status === 'closed' && next.title !== record.title)
    throw new Problem('conflict', 'This support ticket is closed. Reopen it before you change it.')
}

/** The same for the mock, which cannot tell it from the contract. */
export const rules = {
  'supportTickets.create': () => begun,
  'supportTickets.update': ({ record, next }: Situation<SupportTicketRecord>) => requireOpen(record!, next),
}
