import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ConflictError, GoneError } from '../../client/src/index.ts'
import { onMock, onService, type Running } from '../testing/running.ts'
import { rules } from './support-tickets.rules.ts'

for (const [where, start] of Object.entries({ service: onService, mock: () => onMock(rules) }))
  describe(`support tickets of the ${where}`, () => {
    let running: Running
    let client: Running['client']
    before(async () => {
      running = await start()
      client = running.client
    })
    after(() => running.stop())

    test('are created open, and listed', async () => {
      const created = await client.supportTickets.create({ title: 'First' })
      const { id, version, created_at } = created
      assert.deepEqual(created, { id, title: 'First', status: 'open', version: 1, created_at, updated_at: created_at })
      assert.equal(version, 1)
      assert.deepEqual(await client.supportTickets.get(id), created)
      const { data } = await client.supportTickets.list({ status: 'open' })
      assert.deepEqual(data, [created])
    })

    test('are not changed while they are closed', async () => {
      const { id } = await client.supportTickets.create({ title: 'Second' })
      const closed = await client.supportTickets.update(id, { status: 'closed' })
      assert.deepEqual([closed.status, closed.version], ['closed', 2])
      await assert.rejects(client.supportTickets.update(id, { title: 'Other' }), ConflictError)
      const reopened = await client.supportTickets.update(id, { title: 'Other', status: 'open' })
      assert.deepEqual([reopened.title, reopened.version], ['Other', 3])
    })

    test('are gone once they are deleted', async () => {
      const { id } = await client.supportTickets.create({ title: 'Third' })
      await client.supportTickets.delete(id)
      await assert.rejects(client.supportTickets.get(id), GoneError)
    })

    test('tell what happened to them', async () => {
      const { id } = await client.supportTickets.create({ title: 'Fourth' })
      await client.supportTickets.update(id, { status: 'closed' })
      const names: string[] = []
      for await (const { event, data } of client.events.list()) if (data.id === id) names.push(event)
      assert.deepEqual(names, ['support_ticket.created', 'support_ticket.updated'])
    })
  })
