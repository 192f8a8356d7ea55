import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { application } from '@roster/api'
import type { ExportsCreateBody, User } from '@roster/sdk'
import { onPostgres } from '@roster/test/database'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addUsers, endLeases, withEachRead, withSnapshot, workOf } from './exports.fixture.ts'
import { claimExport, LeaseLost } from './lease.ts'
import { makeNextExport } from './make-export.ts'
import { makeExports, startExportWorker } from './worker.ts'

const KINDS = ['users', 'orders']

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.stop())

const never = new AbortController().signal

const start = async (body: ExportsCreateBody = { format: 'ndjson' }) =>
  (await service.admin.sdk.exports.create(body)).id

const read = (id: string) => service.admin.sdk.exports.get(id)

const linesOf = async (id: string) => {
  const text = await new Response(await service.admin.sdk.exports.download(id)).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const events = async () =>
  (
    await service.database.query<{ event: string }>({ text: `select event from events where event like 'export.%'` })
  ).map(({ event }) => event)

const claimed = async () => (await claimExport(service.database, service.clock.now(), KINDS))!

test('an export is made soon after it was asked for', async () => {
  await addUsers(service.database, 10)
  const worker = startExportWorker(workOf(service))
  const id = await start()
  await expect.poll(() => read(id)).toMatchObject({ status: 'succeeded' })
  await worker.stop()
})

test('a filter is given to the worker in the type that a request has it in', async () => {
  await start()
  const from = '2026-11-01T00:00:00.000Z'
  await service.database.query({ text: 'update exports set filter = $1' }, [JSON.stringify({ from })])
  const users = application.exported.kinds['users']!
  const filters: object[] = []
  const select = (filter: object, owner: string | null) => {
    filters.push(filter)
    return users.select({}, owner)
  }
  const kinds = { users: { ...users, filter: { from: z.coerce.date().optional() }, select } }
  await makeExports(workOf(service, { exported: { ...application.exported, kinds } }))
  expect(filters).toEqual([{ from: new Date(from) }])
})

test('an export that this process was asked for is not left for the next look', async () => {
  const before = await start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const worker = startExportWorker(workOf(service))
  try {
    await expect.poll(() => read(before)).toMatchObject({ status: 'succeeded' })
    const id = await start()
    const readNow = async () => {
      await vi.advanceTimersByTimeAsync(0)
      return read(id)
    }
    await expect.poll(readNow).toMatchObject({ status: 'succeeded' })
  } finally {
    await worker.stop()
    vi.useRealTimers()
  }
})

test('a worker deletes the files of exports that have expired', async () => {
  const parts = () => service.database.query({ text: 'select 1 from export_parts' })
  await start({ format: 'csv' })
  await makeExports(workOf(service))
  expect(await parts()).toHaveLength(1)
  service.clock.advance(24 * 60 * 60 * 1_000)
  const worker = startExportWorker(workOf(service))
  await expect.poll(parts).toEqual([])
  await worker.stop()
})

test('nothing more is said of an export that is made', async () => {
  await start()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await makeExports(workOf(service))
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('each export is made once, however many work on them', async () => {
  await addUsers(service.database, 10)
  const ids = [await start(), await start({ format: 'csv' }), await start()]
  await Promise.all([makeExports(workOf(service)), makeExports(workOf(service)), makeExports(workOf(service))])
  for (const id of ids) expect(await read(id)).toMatchObject({ status: 'succeeded' })
  expect(await events()).toEqual(['export.succeeded', 'export.succeeded', 'export.succeeded'])
})

test('exports are made in the order in which they were asked for', async () => {
  const asked: string[] = []
  for (let nth = 0; nth < 3; nth++) {
    asked.push(await start())
    service.clock.advance(1)
  }
  const made = [await claimed(), await claimed(), await claimed()]
  expect(made.map(({ row }) => row.id)).toEqual(asked)
})

test('nobody takes an export that somebody makes', async () => {
  const id = await start()
  const { lease } = await claimed()
  expect(await claimExport(service.database, service.clock.now(), KINDS)).toBeUndefined()
  await lease.keep()
  expect(await claimExport(service.database, service.clock.now(), KINDS)).toBeUndefined()
  expect(await read(id)).toMatchObject({ status: 'running' })
})

test('an export whose maker died is made anew by another, and the dead one can add nothing to it', async () => {
  await addUsers(service.database, 2_500)
  const id = await start()
  const dead = await claimed()
  await dead.lease.save(0, Buffer.from('half'))
  await dead.lease.save(7, Buffer.from('a part too many'))
  await endLeases(service.database)

  await makeExports(workOf(service))
  await expect(dead.lease.save(1, Buffer.from('zombie'))).rejects.toThrow(LeaseLost)
  await expect(dead.lease.keep()).rejects.toThrow(LeaseLost)
  await dead.lease.giveBack()
  expect(await read(id)).toMatchObject({ status: 'succeeded', progress: { done: 2_500, total: 2_500 } })
  expect(await linesOf(id)).toHaveLength(2_500)
  expect(await events()).toEqual(['export.succeeded'])
  const numbers = await service.database.query<{ number: number }>({
    text: 'select number from export_parts order by 1',
  })
  expect(numbers.map(({ number }) => number)).toEqual([...numbers.keys()])
})

test('who loses an export half-way stops, and leaves it to who took it', async () => {
  await addUsers(service.database, 2_500)
  const id = await start()
  let thief: Awaited<ReturnType<typeof claimed>> | undefined
  const database = withEachRead(service.database, async (reads) => {
    if (reads !== 2) return
    await endLeases(service.database)
    thief = await claimed()
  })
  await makeNextExport(workOf({ ...service, database }), never)
  expect(await read(id)).toMatchObject({ status: 'running' })
  expect(await service.database.query({ text: 'select 1 from export_parts' })).toEqual([])
  await thief!.lease.keep()
  expect(await events()).toEqual([])
})

test('who has lost an export does not end it, and leaves it to who took it', async () => {
  const id = await start()
  const slow = await claimed()
  slow.lease.progress = { done: 7, total: 9 }
  await slow.lease.keep()
  await endLeases(service.database)
  const taker = await claimed()
  expect(taker.row).toMatchObject({ status: 'running', done: 0 })
  const transaction = service.database.transaction()
  const failed = { status: 'failed' as const, size: null, sha256: null, finished_at: null }
  await expect(slow.lease.end(transaction, failed)).rejects.toThrow(LeaseLost)
  await transaction.commit()
  await taker.lease.keep()
  expect(await read(id)).toMatchObject({ status: 'running' })
})

test('a worker that is stopped hands back what it makes, and the next one makes it at once', async () => {
  await addUsers(service.database, 5_000)
  const id = await start()
  let stopped: Promise<void> | undefined
  const database = withEachRead(service.database, (reads) => {
    if (reads === 2) stopped = worker.stop()
  })
  const worker = startExportWorker(workOf({ ...service, database }))
  await expect.poll(() => stopped !== undefined).toBe(true)
  await stopped
  expect(await read(id)).toMatchObject({ status: 'pending', file: null })
  expect(await claimed()).toMatchObject({ row: { id } })
})

test('progress is seen while an export is made', async () => {
  await addUsers(service.database, 5_000)
  const id = await start()
  const seen: unknown[] = []
  const database = withEachRead(service.database, async () => seen.push((await read(id)).progress))
  await makeExports(workOf({ ...service, database }))
  expect(seen).toEqual([0, 0, 2_000, 4_000].map((done) => ({ done, total: 5_000 })))
})

test('an export that ends with an error three times fails, and says so', async () => {
  const id = await start()
  const database = withSnapshot(service.database, () => Promise.reject(new Error('out of order')))
  const report = vi.fn<(error: unknown) => void>()
  const statuses: string[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    await makeExports(workOf({ ...service, database }, { report }))
    expect(await claimExport(service.database, service.clock.now(), KINDS)).toBeUndefined()
    statuses.push((await read(id)).status)
    await endLeases(service.database)
  }
  expect(statuses).toEqual(['pending', 'pending', 'failed'])
  expect(report).toHaveBeenCalledTimes(3)
  expect(await events()).toEqual(['export.failed'])
  expect(await read(id)).toMatchObject({ status: 'failed', file: null })
  const answer = await service.admin.rest(`GET /v1/exports/${id}/file`)
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'export-not-ready', detail: expect.stringContaining('failed') },
  })
  expect(answer.headers).not.toHaveProperty('retry-after')
})

test('losing the database never fails an export', async () => {
  await addUsers(service.database, 10)
  const id = await start()
  const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' })
  const database = withSnapshot(service.database, () => Promise.reject(lost))
  for (let attempt = 0; attempt < 5; attempt++) {
    await makeExports(workOf({ ...service, database }, { report: () => {} }))
    await endLeases(service.database)
  }
  await makeExports(workOf(service))
  expect(await read(id)).toMatchObject({ status: 'succeeded', progress: { done: 10 } })
})

/** Changes one user, deletes one and adds one, all of them beyond the first slice of an export. */
async function disturb() {
  const { users } = service.admin.sdk
  const [changed, deleted] = (await users.list({ sort: 'id', order: 'desc', limit: 2 })).data as [User, User]
  await users.update(changed.id, { name: 'Changed', status: 'suspended' })
  await users.delete(deleted.id)
  const added = await users.create({ name: 'New', email: 'new@example.com', role: 'viewer' })
  return { changed, deleted, added }
}

test.runIf(onPostgres)('an export shows one moment, whatever is changed while it is made', async () => {
  await addUsers(service.database, 2_500)
  const id = await start()
  let disturbed: Awaited<ReturnType<typeof disturb>>
  const database = withEachRead(service.database, async (reads) => {
    if (reads === 1) disturbed = await disturb()
  })
  await makeExports(workOf({ ...service, database }))
  const lines = await linesOf(id)
  expect(lines).toHaveLength(2_500)
  expect(lines.at(-1)).toEqual(disturbed!.changed)
  expect(lines.at(-2)).toEqual(disturbed!.deleted)
})

test.skipIf(onPostgres)(
  'on the embedded database every user is whole, as of the moment its slice was read',
  async () => {
    await addUsers(service.database, 2_500)
    const id = await start()
    let disturbed: Awaited<ReturnType<typeof disturb>>
    const database = withEachRead(service.database, async (reads) => {
      if (reads === 1) disturbed = await disturb()
    })
    await makeExports(workOf({ ...service, database }))
    const lines = await linesOf(id)
    const { changed, deleted, added } = disturbed!
    const now = await service.admin.sdk.users.get(changed.id)
    expect(lines).toHaveLength(2_499)
    expect(lines.at(-1)).toEqual(now)
    expect(lines.map((line) => line.id)).not.toContain(deleted.id)
    expect(lines.map((line) => line.id)).not.toContain(added.id)
    expect((await read(id)).progress).toEqual({ done: 2_499, total: 2_499 })
  },
)

test('requests are answered while an export is made', async () => {
  await addUsers(service.database, 10_000)
  const id = await start()
  const making = makeExports(workOf(service))
  let answered = 0
  while ((await read(id)).status !== 'succeeded') answered++
  await making
  expect(answered).toBeGreaterThan(3)
})

test.runIf(onPostgres)('memory stays the same however many users there are', async () => {
  await addUsers(service.database, 100_000)
  const id = await start({ format: 'csv' })
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const sizes: number[] = []
  const database = withEachRead(service.database, () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    sizes.push(heapUsed + arrayBuffers)
  })
  await makeExports(workOf({ ...service, database }))
  const { file, progress } = await read(id)
  expect(progress).toEqual({ done: 100_000, total: 100_000 })
  expect(file!.size).toBeGreaterThan(12_000_000)
  expect(file!.href).toBe(`${BASE_URL}/v1/exports/${id}/file`)
  expect(Math.max(...sizes) - sizes[0]!).toBeLessThan(6_000_000)
})
