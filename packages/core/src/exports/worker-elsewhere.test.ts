import { type Service, startService } from '@roster/test/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUsers, endLeases, workOf } from './exports.fixture.ts'
import { makeExports } from './worker.ts'

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.stop())

const start = async () => (await service.admin.sdk.exports.create({ format: 'ndjson' })).id

const read = (id: string) => service.admin.sdk.exports.get(id)

test.each([
  ['by a refusal', Object.assign(new Error('conflict with recovery'), { code: '40001' })],
  ['with its connection', new Error('Client has encountered a connection error and is not queryable')],
])('an export that a replica ended %s is made from the primary', async (_how, error) => {
  await addUsers(service.database, 10)
  const id = await start()
  const ended = () => Promise.reject(error)
  const { database } = service
  const replication = { counts: { primary: 0, replica: 0 }, replicas: [] }
  const replicated = { ...database, reads: { ...database.reads, snapshot: ended, replication } }
  const work = workOf({ ...service, database: replicated }, { report: () => {} })
  await makeExports(work)
  expect(await read(id)).toMatchObject({ status: 'pending' })
  await endLeases(database)
  await makeExports(work)
  expect(await read(id)).toMatchObject({ status: 'succeeded', progress: { done: 10 } })
})

test('an export of a kind that only a later version knows is left to that', async () => {
  await addUsers(service.database, 10)
  const id = await start()
  await service.database.query({ text: `update exports set kind = 'loans'` })
  await makeExports(workOf(service))
  expect(await read(id)).toMatchObject({ status: 'pending' })
  await service.database.query({ text: 'update exports set kind = null' })
  await makeExports(workOf(service))
  expect(await read(id)).toMatchObject({ status: 'succeeded' })
})
