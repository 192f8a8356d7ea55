import type { Caller, HttpResponse } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'
import * as fc from 'fast-check'
import { leastProcessorTime } from '@roster/test/processor-time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluate, tags } from './conditional.ts'
import { entityTag } from './entity-tag.ts'

let service: Service
let admin: Caller
beforeAll(async () => {
  service = await startService()
  admin = service.admin
})
afterAll(() => service.stop())

let count = 0
const newUser = () => ({ name: 'Ada', email: `ada.${count++}@example.com`, role: 'viewer' })
const create = () => admin.rest('POST /v1/users', newUser())

const BEFORE = 'Sat, 21 Nov 2026 09:29:59 GMT'
const AT = 'Sat, 21 Nov 2026 09:30:00 GMT'
const LATER = 'Sat, 21 Nov 2026 09:30:01 GMT'

type Conditions = Record<string, string>
const given = (conditions: Conditions, etag: string) =>
  Object.fromEntries(Object.entries(conditions).map(([name, value]) => [name, value.replaceAll('ETAG', etag)]))

describe('a read', () => {
  test('has a strong tag that differs per representation', async () => {
    const { body } = await create()
    const targets = ['', '?fields=name', '?fields=name,email'].map((query) => `GET /v1/users${query}`)
    const answers = [await admin.rest(`GET /v1/users/${body.id}`)]
    for (const target of targets) answers.push(await admin.rest(target))
    const etags = answers.map(({ headers }) => headers['etag'])
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(new Set(etags).size).toBe(etags.length)
  })

  test('has another tag in each content coding', async () => {
    for (let index = 0; index < 10; index++) await create()
    const { etag } = (await admin.rest('GET /v1/users')).headers
    const key = await admin.sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: ['read:users'] })
    const inCoding = async (coding: string) => {
      const headers = { 'x-api-key': key.secret, 'accept-encoding': coding }
      return (await service.app.inject({ url: '/v1/users', headers })).headers
    }
    expect(await inCoding('identity')).toMatchObject({ etag })
    for (const coding of ['br', 'gzip']) {
      const headers = await inCoding(coding)
      expect(headers).toMatchObject({ 'content-encoding': coding, etag: etag!.replace(/"$/, `.${coding}"`) })
    }
  })

  const reads: [conditions: Conditions, status: number][] = [
    [{ 'if-none-match': 'ETAG' }, 304],
    [{ 'if-none-match': 'W/ETAG' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other", ETAG' }, 304],
    [{ 'if-none-match': '"other" , , W/"x",ETAG' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': '"a,ETAG,b' }, 200],
    [{ 'if-none-match': 'ETAG ETAG' }, 200],
    [{ 'if-none-match': 'unquoted' }, 200],
    [{ 'if-none-match': '' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': LATER }, 200],
    [{ 'if-none-match': 'ETAG', 'if-modified-since': BEFORE }, 304],
    [{ 'if-modified-since': AT }, 304],
    [{ 'if-modified-since': LATER }, 304],
    [{ 'if-modified-since': BEFORE }, 200],
    [{ 'if-modified-since': 'Saturday, 21-Nov-26 09:30:00 GMT' }, 304],
    [{ 'if-modified-since': 'Sat Nov 21 09:30:00 2026' }, 304],
    [{ 'if-modified-since': '2026-11-21T09:30:00Z' }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-match': 'ETAG' }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': 'W/ETAG' }, 412],
    [{ 'if-match': 'unquoted' }, 200],
    [{ 'if-unmodified-since': AT }, 200],
    [{ 'if-unmodified-since': BEFORE }, 412],
    [{ 'if-match': 'ETAG', 'if-unmodified-since': BEFORE }, 200],
    [{ 'if-match': 'ETAG', 'if-none-match': 'ETAG' }, 304],
    [{ 'if-match': '"other"', 'if-none-match': 'ETAG' }, 412],
  ]

  test.each(reads)('with %j answers %i', async (conditions, status) => {
    const { body, headers } = await create()
    const request = `/v1/users/${body.id}`
    const answer = await admin.rest(`GET ${request}`, undefined, given(conditions, headers['etag']!))
    expect(answer).toMatchObject({ status, ...(status === 412 && { body: { code: 'version-conflict' } }) })
    const head = await admin.rest(`HEAD ${request}`, undefined, given(conditions, headers['etag']!))
    expect(head).toMatchObject({ status, body: undefined })
  })

  test('of a record that changes without saying when has a tag, and no date', async () => {
    const { id } = await admin.sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: ['read:users'] })
    const path = `/v1/api-keys/${id}`
    const { headers } = await admin.rest(`GET ${path}`)
    expect(headers).toHaveProperty('etag')
    expect(headers).not.toHaveProperty('last-modified')
    expect(await admin.rest(`DELETE ${path}`, undefined, { 'if-match': '"other"' })).toMatchObject({ status: 412 })
    expect(await admin.rest(`DELETE ${path}`, undefined, { 'if-unmodified-since': BEFORE })).toMatchObject({
      status: 204,
    })
  })

  test('that is not modified has tag, Cache-Control and Vary, and no body', async () => {
    const { body, headers } = await create()
    const answer = await admin.rest(`GET /v1/users/${body.id}`, undefined, { 'if-none-match': headers['etag']! })
    expect(answer).toMatchObject({
      status: 304,
      body: undefined,
      headers: {
        etag: headers['etag'],
        'cache-control': 'private, no-cache',
        vary: 'Accept, Accept-Encoding, Origin',
      },
    })
    for (const name of ['content-type', 'content-length', 'last-modified'])
      expect(answer.headers).not.toHaveProperty(name)
  })

  test('that is not sent says nothing of what it would have been, but its tag where that is not modified', async () => {
    const list = await admin.rest('GET /v1/users', undefined, { 'if-none-match': '*' })
    expect([list.status, Object.keys(list.headers)]).toEqual([304, expect.not.arrayContaining(['link'])])
    const { body } = await create()
    const failed = await admin.rest(`GET /v1/users/${body.id}`, undefined, { 'if-match': '"other"' })
    expect(failed.status).toBe(412)
    for (const name of ['etag', 'last-modified']) expect(failed.headers).not.toHaveProperty(name)
  })

  test('of a list is conditional too', async () => {
    const { headers } = await admin.rest('GET /v1/users?limit=1')
    const again = await admin.rest('GET /v1/users?limit=1', undefined, { 'if-none-match': headers['etag']! })
    expect(again.status).toBe(304)
    await create()
    const changed = await admin.rest('GET /v1/users?limit=1', undefined, { 'if-none-match': headers['etag']! })
    expect(changed.status).toBe(200)
  })
})

describe('a write', () => {
  test('answers with the tag and the time that the next read has', async () => {
    const created = await create()
    const path = `/v1/users/${created.body.id}`
    const expectSame = async (answer: HttpResponse) => {
      const { etag, 'last-modified': modified } = (await admin.rest(`GET ${path}`)).headers
      expect(answer.headers).toMatchObject({ etag, 'last-modified': modified })
    }
    await expectSame(created)
    await expectSame(await admin.rest(`PATCH ${path}`, { name: 'Ada King' }))
    await expectSame(await admin.rest(`PATCH ${path}`, {}))
    await expectSame(await admin.rest(`PUT ${path}`, newUser()))
  })

  const writes: [conditions: Conditions, isAllowed: boolean][] = [
    [{ 'if-match': 'ETAG' }, true],
    [{ 'if-match': '"other", ETAG' }, true],
    [{ 'if-match': '*' }, true],
    [{ 'if-match': 'BROTLI' }, true],
    [{ 'if-match': '"other", GZIP' }, true],
    [{ 'if-match': 'GZIP, "other"' }, true],
    [{ 'if-match': 'unquoted' }, true],
    [{ 'if-match': '"other"' }, false],
    [{ 'if-match': 'W/ETAG' }, false],
    [{ 'if-unmodified-since': AT }, true],
    [{ 'if-unmodified-since': BEFORE }, false],
    [{ 'if-unmodified-since': 'yesterday' }, true],
    [{ 'if-match': 'ETAG', 'if-unmodified-since': BEFORE }, true],
    [{ 'if-none-match': '*' }, false],
    [{ 'if-none-match': 'ETAG' }, false],
    [{ 'if-none-match': 'BROTLI' }, false],
    [{ 'if-none-match': '"other"' }, true],
    [{ 'if-modified-since': LATER }, true],
  ]

  test.each(writes)('with %j: allowed %j, for PUT, PATCH and DELETE alike', async (conditions, isAllowed) => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { body, headers } = await create()
      const etag = headers['etag']!
      const coded = Object.entries(conditions).map(([name, value]) => {
        return [name, value.replace('BROTLI', etag.replace(/"$/, '.br"')).replace('GZIP', etag.replace(/"$/, '.gzip"'))]
      })
      const content = method === 'DELETE' ? undefined : newUser()
      const path = `/v1/users/${body.id}`
      const answer = await admin.rest(`${method} ${path}`, content, given(Object.fromEntries(coded), etag))
      const { status } = await admin.rest(`GET ${path}`, undefined, { 'if-match': etag })
      const allowed = method === 'DELETE' ? [204, undefined, 410] : [200, undefined, 412]
      expect([answer.status, answer.body?.code, status]).toEqual(isAllowed ? allowed : [412, 'version-conflict', 200])
    }
  })

  test('that would undo what another caller did meanwhile is refused', async () => {
    const { body, headers } = await create()
    const path = `/v1/users/${body.id}`
    const based = { 'if-match': headers['etag']! }
    expect(await admin.rest(`PATCH ${path}`, { name: 'First' }, based)).toMatchObject({ status: 200 })
    expect(await admin.rest(`PATCH ${path}`, { name: 'Second' }, based)).toMatchObject({ status: 412 })
    expect(await admin.rest(`GET ${path}`)).toMatchObject({ body: { name: 'First', version: 2 } })
  })

  test('of ten callers based on one state succeeds once', async () => {
    const { body, headers } = await create()
    const based = { 'if-match': headers['etag']! }
    const names = Array.from({ length: 10 }, (_, index) => ({ name: `Name ${index}` }))
    const answers = await Promise.all(names.map((name) => admin.rest(`PATCH /v1/users/${body.id}`, name, based)))
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, ...Array<number>(9).fill(412)])
  })
})

describe('who may call and what exists comes before conditions, conditions before the body:', () => {
  const failing = { 'if-match': '"other"' }
  const nobody = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D500'

  test('401', async () => {
    expect(await service.anonymous.rest(`PATCH /v1/users/${nobody}`, {}, failing)).toMatchObject({ status: 401 })
  })

  test('403', async () => {
    const reader = await service.caller({ scopes: ['read:users'] })
    const { body } = await create()
    expect(await reader.rest(`PATCH /v1/users/${body.id}`, {}, failing)).toMatchObject({ status: 403 })
  })

  test('404', async () => {
    expect(await admin.rest(`PATCH /v1/users/${nobody}`, {}, failing)).toMatchObject({ status: 404 })
    expect(await admin.rest(`GET /v1/users/${nobody}`, undefined, failing)).toMatchObject({ status: 404 })
  })

  test('410', async () => {
    const { body } = await create()
    await admin.sdk.users.delete(body.id)
    expect(await admin.rest(`PATCH /v1/users/${body.id}`, {}, failing)).toMatchObject({ status: 410 })
  })

  test('412, then 422 for the body, then 409 for the version', async () => {
    const { body, headers } = await create()
    const path = `PATCH /v1/users/${body.id}`
    const wrong = { name: '', version: 'x' }
    expect(await admin.rest(path, wrong, failing)).toMatchObject({ status: 412 })
    expect(await admin.rest(path, wrong, { 'if-match': headers['etag']! })).toMatchObject({ status: 422 })
    expect(await admin.rest(path, { version: 7 }, { 'if-match': headers['etag']! })).toMatchObject({ status: 409 })
  })
})

describe('a list of tags', () => {
  const opaque = fc.stringMatching(/^[\x21\x23-\x7e]{0,20}$/)
  const tag = fc.tuple(fc.constantFrom('', 'W/'), opaque).map(([weakness, text]) => `${weakness}"${text}"`)
  const separator = fc.constantFrom(',', ', ', ' ,', ' , , ', ',,\t')

  test('is read back whatever its commas and spaces', () => {
    const lists = fc.tuple(fc.array(tag, { minLength: 1, maxLength: 8 }), separator)
    fc.assert(
      fc.property(lists, ([list, between]) => {
        expect(tags(list.join(between))).toEqual(list)
      }),
    )
  })

  test('without a comma somewhere is malformed', () => {
    const lists = fc.tuple(tag, tag, fc.constantFrom('', ' ', '\t', ';'))
    fc.assert(
      fc.property(lists, ([one, other, between]) => {
        expect(tags(one + between + other)).toBeUndefined()
      }),
    )
  })

  test('of any text never throws, and a text without a quote is no list', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void tags(text)))
    const unquoted = fc.string().filter((text) => !text.includes('"') && text.trim() !== '*')
    fc.assert(
      fc.property(unquoted, (text) => {
        expect(tags(text)).toBeUndefined()
      }),
    )
  })

  test.each([
    [',', 'x'],
    [' ', 'x'],
    [', ', 'x'],
    ['"",', 'x'],
    ['"a" ', 'x'],
    ['W/', '"'],
    ['"', ' '],
  ])('of %j 16,000 times is read in no time', async (part, end) => {
    const text = `"a"${part.repeat(16_000 / part.length)}${end}`
    expect(await leastProcessorTime(200, () => tags(text))).toBeLessThan(200)
  })
})

test('a tag whose digest ends like a coding stands for its own record only', () => {
  const [plain, coded] = [entityTag('a'), entityTag('a', 'br')]
  expect(evaluate({ 'if-match': plain }, { etag: plain }, false)).toBe('proceed')
  expect(evaluate({ 'if-match': coded }, { etag: plain }, true)).toBe('failed')
  expect(plain).not.toContain('.')
})
