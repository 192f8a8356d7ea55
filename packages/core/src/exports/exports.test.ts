import { application } from '@roster/api'
import { defineApplication, exportsOf } from '@roster/core'
import type { ExportFilter, ExportsCreateBody } from '@roster/sdk'
import { settled } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOf } from './exports.fixture.ts'
import { expireExports } from './expire.ts'
import { makeExports } from './worker.ts'

const HOUR = 60 * 60 * 1_000
const DAY = 24 * HOUR

let service: Service
let ada: string
let bob: string
beforeAll(async () => {
  service = await startService()
  const { data } = await service.admin.sdk.users.createMany({
    users: [
      { name: 'Ada "the first", Lovelace', email: 'ada@example.com', role: 'admin' },
      { name: '=Bob', email: 'bob@example.com', role: 'viewer', status: 'invited' },
      { name: 'Zoë', email: '+zoe@example.com', role: 'admin' },
    ],
  })
  ada = data[0]!.id
  bob = data[1]!.id
})
afterAll(() => service.stop())

/** Asks for an export, makes it, and reads it. */
async function exported(body: ExportsCreateBody, { sdk } = service.admin) {
  const { id } = await sdk.exports.create(body)
  await makeExports(workOf(service))
  return sdk.exports.get(id)
}

const fileOf = async ({ id }: { id: string }, { sdk } = service.admin) =>
  new Response(await sdk.exports.download(id)).text()

const eventsOf = (id: string) =>
  service.database.query<{ event: string; user_id: string | null; data: unknown }>(
    { text: `select event, user_id, data from events where data->>'id' = $1` },
    [id],
  )

test('create answers 202 with the record, its Location and when to look again', async () => {
  const answer = await service.admin.rest('POST /v1/exports', { format: 'csv', filter: { role: 'admin' } })
  expect(answer).toMatchObject({
    status: 202,
    headers: { location: `http://roster.test/v1/exports/${answer.body.id}`, 'retry-after': '1' },
  })
  expect(answer.body).toEqual({
    id: expect.toBeId('exp'),
    format: 'csv',
    filter: { role: 'admin' },
    status: 'pending',
    progress: { done: 0, total: 2 },
    file: null,
    created_at: '2026-11-21T09:30:00.000Z',
    expires_at: '2026-11-22T09:30:00.000Z',
  })
  const pending = await service.admin.rest(`GET /v1/exports/${answer.body.id}`)
  expect(pending).toMatchObject({ status: 200, headers: { 'retry-after': '1' }, body: answer.body })
  expect(await service.admin.rpc('exports.get', { export_id: answer.body.id })).toMatchObject({ body: answer.body })
})

test('a finished export says what its file is, and is not to be looked at again', async () => {
  const { id } = (await service.admin.rpc('exports.create', { format: 'ndjson' })).body
  await makeExports(workOf(service))
  const answer = await service.admin.rest(`GET /v1/exports/${id}`)
  const text = await fileOf({ id })
  expect(answer.headers).not.toHaveProperty('retry-after')
  expect(answer.body).toEqual({
    id,
    format: 'ndjson',
    filter: {},
    status: 'succeeded',
    progress: { done: 3, total: 3 },
    file: {
      size: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
      content_type: 'application/x-ndjson',
      href: `http://roster.test/v1/exports/${id}/file`,
    },
    created_at: '2026-11-21T09:30:00.000Z',
    expires_at: '2026-11-22T09:30:00.000Z',
  })
})

test('the event of a finished export is its record, and belongs to no user', async () => {
  const record = await exported({ format: 'csv' })
  expect(await eventsOf(record.id)).toEqual([{ event: 'export.succeeded', user_id: null, data: record }])
})

test('NDJSON has one user a line, as the API shows it', async () => {
  const { data } = await service.admin.sdk.users.list({ sort: 'id', order: 'asc' })
  const text = await fileOf(await exported({ format: 'ndjson' }))
  expect(text.endsWith('\n')).toBe(true)
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(data)
})

test('CSV has a header line, quotes what needs it, and guards formulas', async () => {
  const { data } = await service.admin.sdk.users.list({ sort: 'id', order: 'asc' })
  const ids = data.map(({ id }) => id)
  const times = '1,2026-11-21T09:30:00.000Z,2026-11-21T09:30:00.000Z'
  expect((await fileOf(await exported({ format: 'csv' }))).split('\r\n')).toEqual([
    'id,name,email,role,status,version,created_at,updated_at',
    `${ids[0]},"Ada ""the first"", Lovelace",ada@example.com,admin,active,${times}`,
    `${ids[1]},'=Bob,bob@example.com,viewer,invited,${times}`,
    `${ids[2]},Zoë,'+zoe@example.com,admin,active,${times}`,
    '',
  ])
})

test.each<[filter: ExportFilter, names: string[]]>([
  [{ role: 'viewer' }, ['=Bob']],
  [{ status: 'active' }, ['Ada "the first", Lovelace', 'Zoë']],
  [{ search: 'ZOE' }, ['Zoë']],
  [{ role: 'admin', status: 'active', search: 'lovelace ada' }, ['Ada "the first", Lovelace']],
])('the filter %o leaves %o', async (filter, names) => {
  const record = await exported({ format: 'ndjson', filter })
  const lines = (await fileOf(record)).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(names)
  expect(record).toMatchObject({ filter, progress: { done: names.length, total: names.length } })
})

test('an export of nobody is an empty file, or the header line', async () => {
  const filter = { search: 'nobody' }
  expect(await fileOf(await exported({ format: 'ndjson', filter }))).toBe('')
  expect(await fileOf(await exported({ format: 'csv', filter }))).toMatch(/^id,.*\r\n$/)
})

test('faults of a body are listed, 422; nothing is started', async () => {
  const body = { format: 'xml', filter: { role: 'king', search: 'a', name: 'x' }, extra: 1 }
  const answer = await service.admin.rest('POST /v1/exports', body)
  expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
  expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'extra', 'filter.name', 'filter.role', 'filter.search', 'format',
  ]) // prettier-ignore
  expect(await service.admin.rest('POST /v1/exports', {})).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'format', code: 'required' }] },
  })
})

test('an unknown export is 404, on every path of it; a parameter too many is 400', async () => {
  for (const id of ['exp_01KAJQ7W5M8XV2R4T6Y9B3D501', 'x']) {
    for (const path of [`/v1/exports/${id}`, `/v1/exports/${id}/file`])
      expect(await service.admin.rest(`GET ${path}`)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  }
  const { id } = await exported({ format: 'csv' })
  for (const path of [`/v1/exports/${id}?x=1`, `/v1/exports/${id}/file?x=1`])
    expect(await service.admin.rest(`GET ${path}`)).toMatchObject({ status: 400, body: { errors: [{ field: 'x' }] } })
})

test('exports need a credential and the scope read:users, downloads too', async () => {
  const { id } = await exported({ format: 'csv' })
  const writer = await service.caller({ scopes: ['write:users'] })
  for (const request of ['POST /v1/exports', `GET /v1/exports/${id}`, `GET /v1/exports/${id}/file`]) {
    expect(await service.anonymous.rest(request)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await writer.rest(request)).toMatchObject({ status: 403, body: { code: 'insufficient-scope' } })
  }
})

test('a file that is not made yet is 409, and when to look again', async () => {
  const { id } = await service.admin.sdk.exports.create({ format: 'csv' })
  expect(await service.admin.rest(`GET /v1/exports/${id}/file`)).toMatchObject({
    status: 409,
    headers: { 'retry-after': '1' },
    body: { code: 'export-not-ready', detail: expect.stringContaining('pending') },
  })
})

test("a viewer's export holds its own record only, whatever the filter", async () => {
  const viewer = await service.viewer('Vera')
  const own = await exported({ format: 'ndjson' }, viewer)
  expect(own).toMatchObject({ status: 'succeeded', progress: { done: 1, total: 1 } })
  expect(JSON.parse(await fileOf(own, viewer))).toMatchObject({ id: viewer.id, name: 'Vera' })
  const admins = await exported({ format: 'ndjson', filter: { role: 'admin' } }, viewer)
  expect(await fileOf(admins, viewer)).toBe('')
})

test('an export is seen by who made it and by administrators; to others it is missing', async () => {
  const [viewer, other] = [await service.viewer('Victor'), await service.viewer('Otto')]
  const { id } = await exported({ format: 'csv' }, viewer)
  const ofAdmin = await exported({ format: 'csv' })
  for (const path of ['', '/file']) {
    expect(await viewer.rest(`GET /v1/exports/${id}${path}`)).toMatchObject({ status: 200 })
    expect(await service.admin.rest(`GET /v1/exports/${id}${path}`)).toMatchObject({ status: 200 })
    const hidden = await other.rest(`GET /v1/exports/${id}${path}`)
    const missing = await other.rest(`GET /v1/exports/exp_01KAJQ7W5M8XV2R4T6Y9B3D501${path}`)
    expect(hidden.status).toBe(404)
    expect(hidden.body).toEqual({
      ...missing.body,
      instance: `/v1/exports/${id}${path}`,
      request_id: expect.any(String),
    })
    expect(await viewer.rest(`GET /v1/exports/${ofAdmin.id}${path}`)).toMatchObject({ status: 404 })
  }
})

test('a role does not show the exports of others to who holds a part of its scopes', async () => {
  const { id } = await exported({ format: 'csv' })
  const weak = await service.caller({ role: 'admin', scopes: ['manage:keys', 'read:users'] })
  const { secret } = await weak.sdk.apiKeys.create({ name: 'Mine', role: 'admin', scopes: ['read:users'] })
  for (const path of [`/v1/exports/${id}`, `/v1/exports/${id}/file`]) {
    const answer = await service.anonymous.rest(`GET ${path}`, undefined, { 'x-api-key': secret })
    expect(answer).toMatchObject({ status: 404 })
  }
})

test('who is no administrator any more cannot read the export of everybody made as one', async () => {
  const key = await service.caller({ role: 'admin', scopes: ['read:users'], user_id: ada })
  const { id } = await exported({ format: 'csv' }, key)
  await service.admin.sdk.users.update(ada, { role: 'viewer' })
  await expect(fileOf({ id }, key)).rejects.toMatchObject({ status: 404 })
  await service.admin.sdk.users.update(ada, { role: 'admin' })
  expect(await fileOf({ id }, key)).toContain(ada)
})

test('a deleted user is in no later export', async () => {
  await service.admin.sdk.users.delete(bob)
  expect(await fileOf(await exported({ format: 'ndjson' }))).not.toContain(bob)
})

test('the same idempotency key starts one export', async () => {
  const send = () => service.admin.rest('POST /v1/exports', { format: 'csv' }, { 'idempotency-key': 'once' })
  const [first, second] = [await send(), await send()]
  expect(second).toMatchObject({
    status: 202,
    headers: { 'idempotent-replayed': 'true', location: first.headers['location'], 'retry-after': '1' },
    body: first.body,
  })
})

test('a file is as old as it is, and is called by the day on which it was asked for', async () => {
  const { id } = await service.admin.sdk.exports.create({ format: 'csv' })
  service.clock.advance(15 * HOUR)
  await makeExports(workOf(service))
  expect(await service.admin.rest(`GET /v1/exports/${id}/file`)).toMatchObject({
    headers: {
      'last-modified': 'Sun, 22 Nov 2026 00:30:00 GMT',
      'content-disposition': 'attachment; filename="users-2026-11-21.csv"',
    },
  })
})

test('after a day an export is 410 and its data is gone, after 30 more days it is 404', async () => {
  const viewer = await service.viewer('Ed')
  const { id } = await exported({ format: 'csv' }, viewer)
  const partsOf = () => service.database.query({ text: 'select 1 from export_parts where export_id = $1' }, [id])
  const paths = [`GET /v1/exports/${id}`, `GET /v1/exports/${id}/file`]

  service.clock.advance(DAY - 1)
  await expireExports(service.database, service.clock.now())
  for (const path of paths) expect(await viewer.rest(path)).toMatchObject({ status: 200 })
  service.clock.advance(1)
  for (const path of paths) expect(await viewer.rest(path)).toMatchObject({ status: 410, body: { code: 'gone' } })
  const other = await service.viewer('Eve')
  expect(await other.rest(paths[0]!)).toMatchObject({ status: 404 })
  expect(await partsOf()).toHaveLength(1)
  await expireExports(service.database, service.clock.now())
  expect(await partsOf()).toEqual([])
  expect(await viewer.rest(paths[0]!)).toMatchObject({ status: 410 })

  service.clock.advance(30 * DAY + 1)
  for (const path of paths) expect(await viewer.rest(path)).toMatchObject({ status: 404 })
  await expireExports(service.database, service.clock.now())
  expect(await service.database.query({ text: 'select 1 from exports where id = $1' }, [id])).toEqual([])
})

test('an export that nobody made in its day is not made any more', async () => {
  const { exports } = service.admin.sdk
  const { id } = await exports.create({ format: 'csv' })
  service.clock.advance(DAY)
  await makeExports(workOf(service))
  expect(await eventsOf(id)).toEqual([])
  await expect(exports.get(id)).rejects.toMatchObject({ status: 410 })
})

test('whoever sees its own records only is told of its own export, and of no other', async () => {
  const viewer = await service.viewer('Iva')
  const own = await exported({ format: 'csv' }, viewer)
  await exported({ format: 'csv' })
  expect(await eventsOf(own.id)).toEqual([{ event: 'export.succeeded', user_id: viewer.id, data: own }])
  await service.startEventLog()
  await settled(service)
  const { data } = await viewer.sdk.events.list({ type: 'export.succeeded' })
  expect(data.map((event) => event.data.id)).toEqual([own.id])
})

test('an export of before there were several kinds is of what it was, and a request without one is of the first', async () => {
  const { id } = await service.admin.sdk.exports.create({ format: 'csv' })
  const { id: older } = await service.admin.sdk.exports.create({ format: 'csv' })
  await service.database.query({ text: 'update exports set kind = null where id = $1' }, [older])
  const { users } = application.exported.kinds
  const { resources, exported: _, ...rest } = application
  const { scopeNames } = application.access
  const widened = await startService({
    application: defineApplication({
      ...rest,
      findAccount: async () => undefined,
      resources: { users: resources.users, orders: resources.orders },
      exports: exportsOf({ ...application.exported, kinds: { people: users!, users: users! } }),
    }),
    beside: service,
  })
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'All', role: 'admin', scopes: [...scopeNames] })
  const reader = widened.withKey(secret)
  const kindOf = async (export_id: string) => (await reader.rest(`GET /v1/exports/${export_id}`)).body.kind
  expect([await kindOf(id), await kindOf(older)]).toEqual(['users', 'people'])
  expect((await reader.rest('POST /v1/exports', { format: 'csv' })).body).toMatchObject({ kind: 'people' })
  await widened.stop()
})
