import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExportFilter, ExportsCreateBody } from '@roster/sdk'
import { SCOPES } from '@roster/test/records'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUsers, workOf } from './exports.fixture.ts'
import { PART_SIZE } from './parts.ts'
import { makeExports } from './worker.ts'

let service: Service
let key: string
let path: string
let whole: Buffer
let etag: string
beforeAll(async () => {
  service = await startService()
  await addUsers(service.database, 2_500)
  key = (await service.admin.sdk.apiKeys.create({ name: 'Test', role: 'admin', scopes: [...SCOPES] })).secret
  path = await download('ndjson')
  const answer = await fetchFile()
  whole = answer.bytes
  etag = answer.headers['etag'] as string
})
afterAll(() => service.stop())

async function download(format: ExportsCreateBody['format'], filter: ExportFilter = {}): Promise<string> {
  const { id } = await service.admin.sdk.exports.create({ format, filter })
  await makeExports(workOf(service))
  return `/v1/exports/${id}/file`
}

async function fetchFile(
  headers: Record<string, string> = {},
  { method = 'GET', url = path }: { method?: 'GET' | 'HEAD'; url?: string } = {},
) {
  const answer = await service.app.inject({ method, url, headers: { 'x-api-key': key, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

test('the whole file comes with its length, type, name and validators', async () => {
  const { file } = await service.admin.sdk.exports.get(path.split('/')[3]!)
  expect(whole).toHaveLength(file!.size)
  expect(whole.length).toBeGreaterThan(2 * PART_SIZE)
  expect(await fetchFile()).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson',
      'content-length': String(whole.length),
      'content-disposition': 'attachment; filename="users-2026-11-21.ndjson"',
      etag: `"${file!.sha256}"`,
      'last-modified': 'Sat, 21 Nov 2026 09:30:00 GMT',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      vary: 'Accept, Accept-Encoding, Origin',
    },
  })
})

test('HEAD answers as GET does, without the body, and takes no ranges', async () => {
  const { headers } = await fetchFile()
  const answer = await fetchFile({ range: 'bytes=0-9' }, { method: 'HEAD' })
  const { date, 'x-request-id': id, ...same } = headers
  expect(answer).toMatchObject({ status: 200, headers: same })
  expect(answer.bytes).toHaveLength(0)
  expect([date, id]).not.toContain(undefined)
})

test('the file is not compressed on the way: ranges are of its bytes', async () => {
  const answer = await fetchFile({ 'accept-encoding': 'br, gzip' })
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.bytes.equals(whole)).toBe(true)
})

test.each([
  ['bytes=0-0', 0, 1],
  ['bytes=100-299', 100, 300],
  [`bytes=${PART_SIZE - 1}-${PART_SIZE}`, PART_SIZE - 1, PART_SIZE + 1],
  [`bytes=${PART_SIZE}-${2 * PART_SIZE - 1}`, PART_SIZE, 2 * PART_SIZE],
  [`bytes=10-${2 * PART_SIZE + 10}`, 10, 2 * PART_SIZE + 11],
  ['bytes=300000-', 300_000, undefined],
  ['bytes=-1000', -1_000, undefined],
])('%s is 206 with these bytes', async (range, start, end) => {
  const answer = await fetchFile({ range })
  const expected = whole.subarray(start, end)
  const first = start < 0 ? whole.length + start : start
  expect(answer).toMatchObject({
    status: 206,
    headers: {
      'content-range': `bytes ${first}-${first + expected.length - 1}/${whole.length}`,
      'content-length': String(expected.length),
      etag,
    },
  })
  expect(answer.bytes.equals(expected)).toBe(true)
})

test('a range after the end is 416 and says how long the file is', async () => {
  const answer = await fetchFile({ range: `bytes=${whole.length}-` })
  expect(answer).toMatchObject({
    status: 416,
    headers: { 'content-range': `bytes */${whole.length}`, 'content-type': 'application/problem+json; charset=utf-8' },
  })
  expect(JSON.parse(answer.bytes.toString())).toMatchObject({ code: 'range-not-satisfiable', status: 416 })
})

test.each(['bytes=5-2', 'bytes=x', 'lines=1-2', 'bytes=0-1,5-6'])('%s is ignored', async (range) => {
  const answer = await fetchFile({ range })
  expect(answer.status).toBe(200)
  expect(answer.headers).not.toHaveProperty('content-range')
  expect(answer.bytes.equals(whole)).toBe(true)
})

test('a range counts only for the file that If-Range names, by strong comparison', async () => {
  const statusOf = async (ifRange: string) =>
    (await fetchFile({ range: 'bytes=0-9', 'if-range': ifRange.replace('ETAG', etag) })).status
  expect(await statusOf('ETAG')).toBe(206)
  expect(await statusOf('Sat, 21 Nov 2026 09:30:00 GMT')).toBe(206)
  for (const other of ['W/ETAG', '"other"', 'Sat, 21 Nov 2026 09:30:01 GMT', 'Sat, 21 Nov 2026 09:29:59 GMT', 'x'])
    expect(await statusOf(other)).toBe(200)
})

test('conditions come before the range: 304 and 412', async () => {
  const range = 'bytes=0-9'
  const unchanged = await fetchFile({ range, 'if-none-match': `"x", ${etag}` })
  expect(unchanged).toMatchObject({
    status: 304,
    headers: { etag, 'cache-control': 'private, no-cache', vary: 'Accept, Accept-Encoding, Origin' },
  })
  expect(unchanged.bytes).toHaveLength(0)
  expect(await fetchFile({ 'if-modified-since': 'Sat, 21 Nov 2026 09:30:00 GMT' })).toMatchObject({ status: 304 })
  expect(await fetchFile({ range, 'if-match': '"x"' })).toMatchObject({ status: 412 })
  expect(await fetchFile({ range, 'if-match': etag })).toMatchObject({ status: 206 })
  expect(await fetchFile({ range, 'if-none-match': '"x"' })).toMatchObject({ status: 206 })
})

test.each([
  ['ndjson', 'application/x-ndjson'],
  ['csv', 'text/csv'],
] as const)('%s is what Accept must allow: %s', async (format, type) => {
  const url = await download(format)
  const { 'content-type': itself } = (await fetchFile({}, { url })).headers
  for (const accept of [type, String(itself), '*/*', `text/html, ${type.split('/')[0]}/*;q=0.5`])
    expect(await fetchFile({ accept }, { url })).toMatchObject({ status: 200 })
  expect(await fetchFile({ accept: 'application/json' }, { url })).toMatchObject({ status: 406 })
})

test.each([
  ['text/csv; header=present', 200],
  ['text/csv;q=0, text/csv;header=present', 200],
  ['text/csv; header=absent', 406],
  ['text/csv;header=present;q=0, text/csv', 406],
])('Accept: %s is %i for CSV with a header line', async (accept, status) => {
  expect(await fetchFile({ accept }, { url: await download('csv') })).toMatchObject({ status })
})

test('an empty file is sent whole, and every range from a byte on is 416', async () => {
  const url = await download('ndjson', { search: 'nobody' })
  expect(await fetchFile({}, { url })).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
  expect(await fetchFile({ range: 'bytes=0-' }, { url })).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */0' },
  })
})

test('the path takes GET and HEAD only, and RPC has no such procedure', async () => {
  expect(await service.admin.rest(`POST ${path}`, {})).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
  expect(await service.admin.rpc('exports.download', {})).toMatchObject({ status: 404 })
})

test('a download that breaks and is resumed gives the same bytes as one that does not', async () => {
  const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  expect(origin).toContain(String(port))
  const first = await request(`${origin}${path}`)
  const beginning: Buffer[] = []
  for await (const chunk of first) {
    beginning.push(chunk)
    if (Buffer.concat(beginning).length > 100_000) break
  }
  const received = Buffer.concat(beginning)
  const second = await request(`${origin}${path}`, { range: `bytes=${received.length}-`, 'if-range': etag })
  const rest = Buffer.concat(await second.toArray())
  expect(second.statusCode).toBe(206)
  expect(rest.length).toBeLessThan(whole.length)
  expect(Buffer.concat([received, rest]).equals(whole)).toBe(true)
})

async function request(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [answer] = await once(get(url, { headers: { 'x-api-key': key, ...headers } }), 'response')
  return answer
}

test('a file whose parts vanish on the way ends as a broken connection, never as a shorter file', async () => {
  const url = await download('ndjson')
  await service.database.query({ text: 'delete from export_parts where number = 1' })
  const { port } = service.app.server.address() as AddressInfo
  const answer = await request(`http://127.0.0.1:${port}${url}`)
  await expect(answer.toArray()).rejects.toThrow('aborted')
})
