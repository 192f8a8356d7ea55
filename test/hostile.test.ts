import { processorTime } from '@roster/test/processor-time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpResponse } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'

let service: Service
let cursor: string
let user: string
beforeAll(async () => {
  service = await startService()
  const named = (name: string, index: number) =>
    ({ name, email: `hostile.${index}@example.com`, role: 'viewer' }) as const
  const users = ['Ada 100%', 'Bob_Cat', 'Eve\\Back'].map(named)
  user = (await service.admin.sdk.users.createMany({ users })).data[0]!.id
  cursor = (await service.admin.sdk.users.list({ limit: 1 })).next_cursor!
})
afterAll(() => service.stop())

/** What an answer comes down to: names found, or the status with the code of the problem and of its first fault. */
function gist({ status, body }: HttpResponse): unknown[] {
  if (status >= 400) return [status, body.code, body.errors?.[0]?.field, body.errors?.[0]?.code].filter(Boolean)
  return Array.isArray(body?.data) ? body.data.map(({ name }: { name: string }) => name) : [status]
}

/** The start of a value, as the name of its row. */
const shown = (value: unknown) => JSON.stringify(value).slice(0, 60)

const NOBODY: string[] = []

describe('a search is literal text, over REST and RPC alike:', () => {
  test.each<[search: string, found: unknown]>([
    ["' or '1'='1", NOBODY],
    ["'; drop table users; --", NOBODY],
    ['") or true --', NOBODY],
    ['$1', NOBODY],
    ['100%', ['Ada 100%']],
    ['%%', NOBODY],
    ['%a%', NOBODY],
    ['b_c', ['Bob_Cat']],
    ['__', NOBODY],
    ['a_a', NOBODY],
    ['e\\b', ['Eve\\Back']],
    ['\\\\', NOBODY],
    ['\\%', NOBODY],
    ['e\u0000b', [400, 'invalid-parameters', 'search', 'invalid']],
    ['ab\u202e', [400, 'invalid-parameters', 'search', 'invalid']],
    ['a', [400, 'invalid-parameters', 'search', 'too-small']],
    ['a'.repeat(101), [400, 'invalid-parameters', 'search', 'too-large']],
    ['bob\u200b', NOBODY],
    ['ｂｏｂ', ['Bob_Cat']],
  ])('%j', async (search, found) => {
    expect(gist(await service.admin.rest(`GET /v1/users?search=${encodeURIComponent(search)}`))).toEqual(found)
    expect(gist(await service.admin.rpc('users.list', { search }))).toEqual(found)
  })
})

describe('a parameter is 400 where it is not what the contract says:', () => {
  const fault = (field: string, code: string) => [400, 'invalid-parameters', field, code]

  test.each<[query: string, answer: unknown]>([
    ['sort=name;drop%20table%20users', fault('sort', 'invalid-value')],
    ['sort=(select%201)', fault('sort', 'invalid-value')],
    ['sort=password', fault('sort', 'invalid-value')],
    ['sort=constructor', fault('sort', 'invalid-value')],
    ['order=desc,id', fault('order', 'invalid-value')],
    ['fields=__proto__', fault('fields', 'unknown-member')],
    ['fields=constructor', fault('fields', 'unknown-member')],
    ['fields=email_key', fault('fields', 'unknown-member')],
    ['fields=', fault('fields', 'unknown-member')],
    ['__proto__=1', fault('__proto__', 'unknown-parameter')],
    ['__proto__[admin]=1', fault('__proto__[admin]', 'unknown-parameter')],
    ['constructor=1', fault('constructor', 'unknown-parameter')],
    ['toString=1', fault('toString', 'unknown-parameter')],
    ['limit[]=1', fault('limit[]', 'unknown-parameter')],
    ['limit=1&limit=2', fault('limit', 'repeated')],
    ['role=admin&role=viewer', fault('role', 'repeated')],
    ['role=admin,viewer', fault('role', 'invalid-value')],
    ['limit=', fault('limit', 'invalid-type')],
    ['limit=0', fault('limit', 'too-small')],
    ['limit=-0', fault('limit', 'too-small')],
    ['limit=-1', fault('limit', 'too-small')],
    ['limit=101', fault('limit', 'too-large')],
    ['limit=1.0', fault('limit', 'invalid-type')],
    ['limit=1e2', fault('limit', 'invalid-type')],
    ['limit=1e400', fault('limit', 'invalid-type')],
    ['limit=0x10', fault('limit', 'invalid-type')],
    ['limit=010', fault('limit', 'invalid-type')],
    ['limit=%2B1', fault('limit', 'invalid-type')],
    ['limit=NaN', fault('limit', 'invalid-type')],
    ['limit=Infinity', fault('limit', 'invalid-type')],
    ['limit=%EF%BC%91', fault('limit', 'invalid-type')],
    ['page=1001', fault('page', 'too-large')],
    ['page=99999999999999999999', fault('page', 'invalid-type')],
    ['search=%ff%fe', [400, 'invalid-parameters']],
    ['search=%ed%a0%80', [400, 'invalid-parameters']],
  ])('%s', async (query, answer) => {
    expect(gist(await service.admin.rest(`GET /v1/users?${query}`))).toEqual(answer)
  })
})

describe('a cursor that was not made for this walk is 400:', () => {
  const refused = [400, 'invalid-parameters', 'cursor', 'invalid-cursor']

  test.each<[name: string, change: (text: string) => string, answer: unknown]>([
    ['tampered', (text) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`, refused],
    ['tampered in its signature', (text) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1), refused],
    ['truncated', (text) => text.slice(0, 30), refused],
    ['padded', (text) => `${text}==`, refused],
    ['no base64', () => '%00(*)', refused],
    ['JSON', () => '["a","b",9e15,"c"]', refused],
    ['a name of Object', () => '__proto__', refused],
    ['huge', () => 'A'.repeat(2_001), [400, 'invalid-parameters', 'cursor', 'too-large']],
  ])('%s', async (_name, change, answer) => {
    const changed = change(cursor)
    expect(gist(await service.admin.rest(`GET /v1/users?cursor=${encodeURIComponent(changed)}`))).toEqual(answer)
    expect(gist(await service.admin.rpc('users.list', { cursor: changed }))).toEqual(answer)
  })

  test('of another caller, another order or another list', async () => {
    const other = await service.caller({})
    const at = (path: string) => `GET ${path}cursor=${cursor}`
    expect(gist(await other.rest(at('/v1/users?')))).toEqual(refused)
    expect(gist(await service.admin.rest(at('/v1/users?order=asc&')))).toEqual(refused)
    expect(gist(await service.admin.rest(at('/v1/users?search=ada&')))).toEqual(refused)
    expect(gist(await service.admin.rest(at('/v1/api-keys?')))).toEqual(refused)
    expect(gist(await service.admin.rest(at('/v1/users?')))).toEqual(['Bob_Cat', 'Ada 100%'])
  })
})

test('a walk gets past the longest name there can be', async () => {
  const users = ['𝒜', '𝒵'].map((letter, index) => ({
    name: letter.repeat(200),
    email: `long.${index}@example.com`,
    role: 'viewer' as const,
  }))
  const { sdk } = service.admin
  await sdk.users.createMany({ users })
  const first = await sdk.users.list({ sort: 'name', limit: 1 })
  const next = await first.nextPage()
  const walked = [...first.data, ...next!.data]
  expect(walked.map(({ name }) => name)).toEqual([users[1]!.name, users[0]!.name])
  for (const { id } of walked) await sdk.users.delete(id)
})

describe('a path that names nothing is 404:', () => {
  test.each([
    '/v1/users/__proto__',
    '/v1/users/constructor',
    '/v1/users/toString',
    "/v1/users/' or 1=1",
    '/v1/users/usr_01KAJQ7W5M8XV2R4T6Y9B3D500%00',
    '/v1/users/USR_01KAJQ7W5M8XV2R4T6Y9B3D500',
    '/v1/users/..%2f..%2fetc',
    '/v1/__proto__',
    '/__proto__',
    '/constructor',
    '/errors/__proto__',
    '/errors/toString',
  ])('%s', async (path) => {
    expect(gist(await service.admin.rest(`GET ${path.replaceAll(' ', '%20')}`))).toEqual([404, 'not-found'])
  })

  test('whatever its body is', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json'])
      expect(gist(await service.anonymous.rest('POST /nothing', '{', { 'content-type': type }))).toEqual([
        404,
        'not-found',
      ])
  })

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'users',
    'users.__proto__',
    'users.constructor',
    'users.get.perform',
  ])('the procedure %s', async (name) => {
    expect(gist(await service.admin.rpc(name, {}))).toEqual([404, 'not-found'])
  })
})

describe('a body', () => {
  const fault = (field: string, code: string) => [422, 'validation-failed', field, code]
  const malformed = [400, 'malformed-json']
  const patch = (members: string) => `{${members}}`
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  const bodies: [body: string, answer: unknown][] = [
    [patch('"__proto__":{"role":"admin"}'), malformed],
    [patch('"\\u005f_proto__":1'), malformed],
    [patch('"constructor":{}'), fault('constructor', 'unknown-member')],
    [patch('"toString":1'), fault('toString', 'unknown-member')],
    [patch('"name":"A","name":"B"'), malformed],
    [patch('"name":"A","n\\u0061me":"B"'), malformed],
    [patch('"name":["A"]'), fault('name', 'invalid-type')],
    [patch('"name":{"a":1}'), fault('name', 'invalid-type')],
    [patch('"name":null'), fault('name', 'invalid-type')],
    [patch('"name":true'), fault('name', 'invalid-type')],
    [patch('"version":1e400'), fault('version', 'invalid-type')],
    [patch('"version":-0'), fault('version', 'too-small')],
    [patch('"version":9007199254740993'), fault('version', 'too-large')],
    [patch('"version":1.5'), fault('version', 'invalid-type')],
    [patch('"version":"1"'), fault('version', 'invalid-type')],
    [patch('"version":01'), malformed],
    [patch('"version":0x1'), malformed],
    [patch('"version":NaN'), malformed],
    [patch('"version":+1'), malformed],
    [patch('"version":1.0'), [200]],
    [patch('"version":1e0'), [200]],
    [patch('"version":1e2'), [409, 'version-conflict']],
    [patch('"name":"\\ud800"'), fault('name', 'invalid')],
    [patch('"name":"a\\u0000b"'), fault('name', 'invalid')],
    [patch('"name":"a\\r\\nSet-Cookie: b"'), fault('name', 'invalid')],
    [patch('"name":"a\\u202eb"'), fault('name', 'invalid')],
    [patch('"name":"a\\u2066b"'), fault('name', 'invalid')],
    [patch('"name":"a\\u0085b"'), fault('name', 'invalid')],
    [patch('"name":" \\t "'), fault('name', 'too-small')],
    [patch(`"name":"${'a'.repeat(201)}"`), fault('name', 'too-large')],
    [patch(`"name":"${'a'.repeat(1_000_000)}"`), fault('name', 'too-large')],
    [patch(`"name":"${'\\\\'.repeat(250_000)}"`), fault('name', 'too-large')],
    [patch(`"name":${deep(31)}`), fault('name', 'invalid-type')],
    [patch(`"name":${deep(32)}`), malformed],
    [deep(500_000), malformed],
    ['['.repeat(500_000), malformed],
    ['{"a":'.repeat(100_000), malformed],
    ['\ufeff{}', malformed],
    ['{}x', malformed],
    ["{'name':'A'}", malformed],
    ['{"name":"A",}', malformed],
    ['/* */{}', malformed],
  ]

  test.each(bodies.map(([body, answer]) => [shown(body), body, answer] as const))('%s', async (_name, body, answer) => {
    const change = async () => expect(gist(await service.admin.rest(`PATCH /v1/users/${user}`, body))).toEqual(answer)
    expect(await processorTime(change)).toBeLessThan(1_000)
  })

  test.each<[name: string, status: number]>([
    ['a\u200bb', 200],
    ['👩‍👩‍👧‍👦', 200],
    ['\u0430da', 200],
    ['<script>alert(1)</script>', 200],
    ['Robert"); drop table users;--', 200],
    ['{"level":60,"msg":"forged"}', 200],
    ['${jndi:ldap://x}', 200],
    ['𝒜'.repeat(200), 200],
  ])('with the name %j is stored as it is, and read back the same', async (name, status) => {
    expect(await service.admin.rest(`PATCH /v1/users/${user}`, { name })).toMatchObject({ status, body: { name } })
    expect(await service.admin.sdk.users.get(user)).toMatchObject({ name })
  })
})

describe('an e-mail address', () => {
  const create = (email: unknown) => service.admin.rest('POST /v1/users', { name: 'A', email, role: 'viewer' })

  const refused: unknown[] = [
    'a@example.com\r\nBcc: b@example.com',
    'a\u0000@example.com',
    'a@exa\u200bmple.com\u0000',
    'a@\ud800.com',
    'a\u202e@example.com',
    'a b@example.com',
    'a@b@example.com ',
    '@example.com',
    'a@',
    'a@localhost',
    'a@127.0.0.1',
    'a@[::1]',
    'a@example..com',
    '.a@example.com',
    'a..b@example.com',
    'a@-example.com',
    '"a b"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
    `${'a.'.repeat(500_000)}@`,
    `a@${'é'.repeat(300_000)}.com`,
    ['a@example.com'],
    { toString: 'a@example.com' },
  ]

  test.each(refused.map((email) => [shown(email), email]))('%s is 422', async (_name, email) => {
    const refuse = async () =>
      expect(gist(await create(email)).slice(0, 3)).toEqual([422, 'validation-failed', 'email'])
    expect(await processorTime(refuse)).toBeLessThan(1_000)
  })

  test.each([
    ['caf\u00e9@example.com', 'cafe\u0301@example.com'],
    ['wide@example.com', 'ｗｉｄｅ@example.com'],
    ['idn@münchen.example', 'idn@xn--mnchen-3ya.example'],
    ['case@example.com', 'CASE@Example.COM'],
  ])('%s and %s are the same', async (one, other) => {
    expect((await create(one)).status).toBe(201)
    expect(gist(await create(other))).toEqual([409, 'email-taken'])
  })

  test('that only looks like another is another', async () => {
    expect((await create('paypal@example.com')).status).toBe(201)
    expect((await create('p\u0430ypal@example.com')).status).toBe(201)
  })
})

describe('over RPC', () => {
  test.each<[procedure: string, input: unknown, answer: unknown]>([
    ['users.get', { user_id: ['usr_1'] }, [400, 'invalid-parameters', 'user_id', 'invalid-type']],
    ['users.get', { user_id: { $ne: '' } }, [400, 'invalid-parameters', 'user_id', 'invalid-type']],
    ['users.get', 'usr_1', [400, 'invalid-parameters', 'invalid-type']],
    ['users.get', null, [400, 'invalid-parameters', 'invalid-type']],
    ['users.list', { limit: '7' }, [400, 'invalid-parameters', 'limit', 'invalid-type']],
    ['users.list', { limit: 1.5 }, [400, 'invalid-parameters', 'limit', 'invalid-type']],
    ['users.list', { search: 'a\ud800b' }, [400, 'invalid-parameters', 'search', 'invalid']],
    ['users.list', { sort: 'id"; drop table users; --' }, [400, 'invalid-parameters', 'sort', 'invalid-value']],
    ['users.create', [], [422, 'validation-failed', 'invalid-type']],
  ])('%s %j', async (procedure, input, answer) => {
    expect(gist(await service.admin.rpc(procedure, input))).toEqual(answer)
  })
})

test('nothing of it has reached a prototype', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Record<string, unknown>)['role']).toBeUndefined()
})
