import { type Action, columnList, Conditions, implement, listPage, lockById, on, present } from '@roster/core'
import { newId } from '@roster/core/contract'
import { SupportTicket, SupportTicketEntity, supportTicketRecord } from './support-ticket.entity.ts'
import { supportTicket, type SupportTicketRecord, supportTickets as contract } from './support-tickets.contract.ts'
import { begun } from './support-tickets.rules.ts'

const { list, create, get, update, delete: remove } = contract.operations

type OnSupportTicket = Action<{ support_ticket_id: string }>

const columns = Object.keys(supportTicket.shape)
const byId = {
  name: 'support_ticket by id',
  text: `select ${columnList(SupportTicketEntity)} from "support_tickets" where id = $1`,
}

export const supportTickets = implement(contract, {
  entities: [SupportTicketEntity],
  procedures: {
    list: on(list, {
      run(action) {
        const where = new Conditions('deleted_at is null').andEqual('status', action.input.status)
        const listing = { operation: list.name, table: 'support_tickets', columns, where }
        return listPage(action, listing, supportTicketRecord)
      },
    }),

    create: on(create, {
      run(action) {
        const { now, time, input } = action
        const id = newId('tic', time)
        const record = { id, ...input, ...begun, version: 1, created_at: now, updated_at: now }
        action.transaction.insert(SupportTicketEntity, { ...record, deleted_at: null })
        action.emit('support_ticket.created', record, null)
        return record
      },
    }),

    get: on(get, {
      async run({ database, input, time }) {
        const [row] = await database.query<SupportTicketRecord & { deleted_at: string | null }>(byId, [
          input.support_ticket_id,
        ])
        return supportTicketRecord(present(row, 'support ticket', time))
      },
    }),

    // The record of `load` is locked, and its changes in `run` are saved. `If-Match` and `version` are checked in between.
    update: on(update, {
      load,
      run(action, target) {
        const { title = target.title, status = target.status } = action.input
        if (target.change({ title, status }, action.now)) action.emit('support_ticket.updated', target.record(), null)
        return target.record()
      },
    }),

    delete: on(remove, {
      load,
      run(action, target) {
        target.deleted_at = action.now
        action.emit('support_ticket.deleted', { id: target.id }, null)
      },
    }),
  },
})

async function load({ transaction, input, time }: OnSupportTicket): Promise<SupportTicket> {
  return present(await lockById(transaction, SupportTicket, input.support_ticket_id), 'support ticket', time)
}
