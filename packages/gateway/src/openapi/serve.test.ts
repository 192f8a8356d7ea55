import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { application } from '@roster/test/application'
import { escaped, resolved, schemaChecker } from '@roster/test/openapi'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { parse } from 'yaml'
import type { oas31 } from 'zod-openapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_QUOTAS } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'
import { buildDocument } from './document.ts'

let service: Service
let ada: string
beforeAll(async () => {
  service = await startService({ limiter: memoryLimiter({ ...DEFAULT_QUOTAS, anonymous: 1_000 }) })
  ada = (await service.admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'admin' })).id
})
afterAll(() => service.stop())

const document = await buildDocument({ ...application, baseUrl: BASE_URL })
const check = schemaChecker(document)

test('the document is served to anyone as JSON and as YAML, with the address of the service', async () => {
  const json = await service.anonymous.rest('GET /openapi.json')
  const yaml = await service.anonymous.rest('GET /openapi.yaml')
  expect(json).toMatchObject({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } })
  expect(yaml).toMatchObject({ status: 200, headers: { 'content-type': 'application/yaml; charset=utf-8' } })
  expect(json.body).toEqual(JSON.parse(JSON.stringify(document)))
  expect(parse(yaml.body)).toEqual(json.body)
  expect(json.body.servers).toMatchObject([{ url: BASE_URL }])
})

test('the API reference loads its script from here, and may load nothing from anywhere else', async () => {
  const page = await service.anonymous.rest('GET /docs')
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(page.body).not.toMatch(/(?:https?:)?\/\/\w/)
  const sources = page.headers['content-security-policy']!.match(/(?:https?:[^\s;]+|\*)/g)
  expect(sources).toEqual([BASE_URL])
  expect(page.headers['content-security-policy']!.split('; ')).toEqual([
    "default-src 'none'",
    expect.stringMatching(/^script-src 'self' 'sha256-[^']+'$/),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${BASE_URL}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  expect(page.body).toContain('<title>API reference · Roster</title>')
  expect(page.body).toMatch(/<noscript>.*<a href="openapi.yaml">/)
  const [, settings = ''] = /createApiReference\('#app', (.*)\)/.exec(page.body) ?? []
  expect(JSON.parse(settings)).toMatchObject({
    url: 'openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
  })

  const script = await service.anonymous.rest('GET /docs/scalar.js')
  expect(script).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
  expect(script.body).toContain('createApiReference')
})

const LONG = ['/openapi.json', '/openapi.yaml', '/docs/scalar.js', '/errors', '/errors/not-found']

describe.each(LONG)('%s', (url) => {
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    service.app.inject({ method, url, headers })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is the same in %s, with an entity tag of its own', async (coding, decompress) => {
    const plain = await get()
    const coded = await get({ 'accept-encoding': coding })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(coded.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept, Accept-Encoding, Origin' })
    expect(coded.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect(decompress(coded.rawPayload)).toEqual(plain.rawPayload)
    expect(coded.headers.etag).toMatch(/^"[^"]+"$/)
    expect(coded.headers.etag).not.toBe(plain.headers.etag)
    expect((await get({ 'accept-encoding': coding }, 'HEAD')).headers).toMatchObject({
      etag: coded.headers.etag,
      'content-length': String(coded.rawPayload.length),
    })
  })

  test('is not sent again to who has it, and not to who has another', async () => {
    const { headers } = await get({ 'accept-encoding': 'br' })
    const { etag, vary, 'cache-control': cacheControl } = headers
    const again = await get({ 'accept-encoding': 'br', 'if-none-match': String(etag) })
    expect(again).toMatchObject({
      statusCode: 304,
      payload: '',
      headers: { etag, vary, 'cache-control': cacheControl },
    })
    expect(again.headers).not.toHaveProperty('content-type')
    expect(again.headers).not.toHaveProperty('content-encoding')
    expect(await get({ 'if-none-match': String(etag) })).toMatchObject({ statusCode: 200 })
    expect(await get({ 'if-match': '"other"' })).toMatchObject({ statusCode: 412 })
  })
})

test.each(['/openapi.json', '/openapi.yaml', '/docs', '/docs/scalar.js'])('%s takes GET only', async (path) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await service.anonymous.rest(`${method} ${path}`)).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
      body: { code: 'method-not-allowed' },
    })
})

const order = { currency: 'EUR', items: [{ sku: 'A', name: 'Tea', quantity: 1, unit_amount: 100 }] }
const key = { name: 'Import', role: 'admin', scopes: ['read:users'] }

test.each([
  ['GET /v1/users', '/v1/users', 200],
  ['GET /v1/users?page=9', '/v1/users', 200],
  ['GET /v1/users?cursor=', '/v1/users', 200],
  ['GET /v1/users?fields=name', '/v1/users', 200],
  ['GET /v1/users?cursor=&fields=email,role&limit=1', '/v1/users', 200],
  ['GET /v1/users/{user_id}', '/v1/users/{user_id}', 200],
  ['PATCH /v1/users/{user_id}', '/v1/users/{user_id}', 200, { name: 'Ada B' }],
  ['POST /v1/users/{user_id}/orders', '/v1/users/{user_id}/orders', 201, order],
  ['GET /v1/users/{user_id}/orders?fields=number,items', '/v1/users/{user_id}/orders', 200],
  ['POST /v1/api-keys', '/v1/api-keys', 201, key],
  ['GET /v1/api-keys?fields=name', '/v1/api-keys', 200],
  ['POST /v1/exports', '/v1/exports', 202, { format: 'csv', filter: { role: 'admin' } }],
  ['GET /v1/me', '/v1/me', 200],
])('%s answers with the body and the headers that are documented', async (request, path, status, body?: object) => {
  const answer = await service.admin.rest(request.replace('{user_id}', ada), body)
  const method = request.split(' ')[0]!.toLowerCase()
  const schema = `/paths/${escaped(path)}/${method}/responses/${status}/content/application~1json/schema`
  expect(answer.status).toBe(status)
  expect(check(schema, answer.body)).toEqual([])
  expect(headerFaults(path, method, answer)).toEqual([])
})

test('a success without a body has none, as documented', async () => {
  const { id } = await service.admin.sdk.users.create({ name: 'B', email: 'b@example.com', role: 'viewer' })
  const answer = await service.admin.rest(`DELETE /v1/users/${id}`)
  expect(answer).toMatchObject({ status: 204, body: undefined })
  expect(responseAt('/v1/users/{user_id}', 'delete', 204).content).toBeUndefined()
})

test('problems answer as documented', async () => {
  const { admin, anonymous } = service
  const answers = [
    await anonymous.rest('GET /v1/users'),
    await admin.rest('GET /v1/users?limit=0&colour=red'),
    await admin.rest('POST /v1/users', { name: '', email: 'no' }),
    await admin.rest('GET /v1/users/usr_unknown'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 400, 422, 404])
  for (const { body, headers } of answers) {
    expect(headers['content-type']).toContain('application/problem+json')
    expect(check('/components/schemas/Problem', body)).toEqual([])
  }
})

test('answers to conditions, repetitions and other origins have the headers that are documented', async () => {
  const path = '/v1/users/{user_id}'
  const { headers } = await service.admin.rest(`GET /v1/users/${ada}`)
  const unchanged = await service.admin.rest(`GET /v1/users/${ada}`, undefined, { 'if-none-match': headers['etag']! })
  const failed = await service.admin.rest(`PATCH /v1/users/${ada}`, { name: 'Ada C' }, { 'if-match': '"other"' })
  expect([unchanged.status, failed.status]).toEqual([304, 412])
  expect(headerFaults(path, 'get', unchanged)).toEqual([])
  expect(headerFaults(path, 'patch', failed)).toEqual([])
  expect(check('/components/schemas/Problem', failed.body)).toEqual([])

  const keyed = { 'idempotency-key': 'once', origin: 'https://app.example.com' }
  await service.admin.rest(`PATCH /v1/users/${ada}`, { name: 'Ada C' }, keyed)
  const replayed = await service.admin.rest(`PATCH /v1/users/${ada}`, { name: 'Ada C' }, keyed)
  expect(replayed.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'x-ratelimit-limit': '120',
    'access-control-allow-origin': keyed.origin,
  })
  expect(headerFaults(path, 'patch', replayed)).toEqual([])
})

test('an answer that is not as documented is found out', () => {
  expect(check('/components/schemas/User', { id: ada, colour: 'red' })).not.toEqual([])
})

/** How headers of an answer break what is documented; also where one that is always sent is missing. */
function headerFaults(
  path: string,
  method: string,
  { status, headers }: { status: number; headers: Record<string, string> },
): string[] {
  const names = Object.keys(responseAt(path, method, status).headers!)
  return names.flatMap((name) => {
    const value = headers[name.toLowerCase()]
    const { required, schema } = document.components!.headers![name] as oas31.HeaderObject & { schema: any }
    if (value === undefined) return required ? [`${name} is missing`] : []
    return check(`/components/headers/${name}/schema`, schema.type === 'integer' ? Number(value) : value)
  })
}

function responseAt(path: string, method: string, status: number): oas31.ResponseObject {
  return resolved(document, [document.paths![path]![method as 'get']!.responses![status]])[0]
}
