import { Conditions, defineApplication, exportsOf, ledgerOf } from '@roster/core'
import { coreLedger } from '@roster/core/server'
import { access } from './access.ts'
import { findMember } from './members/member.queries.ts'
import { member } from './members/members.contract.ts'
import { members } from './members/members.ts'
import { supportTicket } from './support-tickets/support-tickets.contract.ts'
import { supportTickets } from './support-tickets/support-tickets.ts'

/** The parts of this service. A new resource is one line here. */
export const application = defineApplication({
  name: 'StarterApi',
  about: { title: 'Starter API', description: 'Support tickets, and the members who handle them.' },
  access,
  basePath: '/v1',
  account: member,
  findAccount: findMember,
  resources: {
    members,
    supportTickets,
  },
  exports: exportsOf({
    basePath: '/v1',
    scope: 'read:records',
    kinds: {
      supportTickets: {
        table: 'support_tickets',
        schema: supportTicket,
        filter: {},
        exampleFilter: {},
        select: () => new Conditions('deleted_at is null'),
        words: { plural: 'support-tickets', records: 'support tickets' },
      },
    },
  }),
  ledgers: [coreLedger, ledgerOf(new URL('../migrations/', import.meta.url))],
})
