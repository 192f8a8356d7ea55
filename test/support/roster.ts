import { application } from '@roster/api'
import { createMock } from '@roster/sdk/testing'
import { copyDatabase } from './database.ts'
import { exampleInput } from './examples.ts'
import { operations } from './protocols.ts'
import type { Subject } from './subject.ts'

const ITEM = { sku: 'A', name: 'A', quantity: 1, unit_amount: 1 }

/** Roster as a subject of the suites. */
export const roster: Subject = {
  application,
  open: () => copyDatabase(),
  administrator: 'root@example.com',
  async complete(call) {
    await call('users.create', { name: 'Root', email: 'root@example.com', role: 'admin' })
    // The example record was inserted with its public members only: a change adds the column by which its address is found.
    await call('users.update', { user_id: exampleInput(operations.get('users.get')!)['user_id'], name: 'Ada' })
  },
  // Orders remain after their user is deleted, and administrators can read them.
  outlives: ({ name, method }) => name.startsWith('orders.') && method === 'GET',
  insiders: [
    {
      role: 'viewer',
      async join(call) {
        const email = 'viewer@example.com'
        const { body } = await call('users.create', { name: 'Viewer', email, role: 'viewer' })
        return { id: body.id, email }
      },
      async own(call, { id: user_id }) {
        const { body } = await call('orders.create', { user_id, currency: 'EUR', items: [ITEM] })
        return { user_id, order_id: body.id }
      },
    },
  ],
  cast: {
    account: 'user_id',
    email: 'ada@example.com',
    async make(call) {
      const { body: ada } = await call('users.create', { name: 'Ada', email: 'ada@example.com', role: 'admin' })
      await call('users.create', { name: 'Other', email: 'other@example.com', role: 'admin' })
      const items = [{ sku: 'TEA-250', name: 'Green tea', quantity: 2, unit_amount: 1_250 }]
      const { body: order } = await call('orders.create', { user_id: ada.id, currency: 'EUR', items })
      return { user_id: ada.id, order_id: order.id }
    },
  },
  createMock: (settings) => createMock({ ...settings, users: 0 }),
}
