import { Problem } from '@roster/core/contract'
import type { Situation } from '@roster/sdk/testing'
import type { SupportTicketRecord } from './support-tickets.contract.ts'

/** The status of a new record. */
export const begun = { status: 'open' } as const

/** Throws `conflict` if a closed record would change without being reopened. */
export function requireOpen(record: SupportTicketRecord, next: SupportTicketRecord): void {
  if (record.status === 'closed' && next.status === 'closed' && next.title !== record.title)
    throw new Problem('conflict', 'This support ticket is closed. Reopen it before you change it.')
}

/** The rules for the mock, which are not in the contract. */
export const rules = {
  'supportTickets.create': () => begun,
  'supportTickets.update': ({ record, next }: Situation<SupportTicketRecord>) => requireOpen(record!, next),
}
