import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { NOW, type Service, startService } from '@roster/test/service'

const ASTRAL = '𝒜'

/** An address of this many characters, at least 199, whose labels are not too long. */
const emailOf = (length: number) => `l@${`${'d'.repeat(63)}.`.repeat(3)}${'d'.repeat(length - 198)}.org`

describe.each(PROTOCOLS)('users.create over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  let count = 0
  const create = (members: object = {}) =>
    admin('users.create', { name: 'Ada', email: `ada${count++}@example.com`, role: 'viewer', ...members })

  test('answers 201 with the whole record', async () => {
    const answer = await create({ email: 'Ada@example.com', role: 'admin' })
    expect(answer).toEqual({
      status: 201,
      body: {
        id: expect.toBeId('usr'),
        name: 'Ada',
        email: 'Ada@example.com',
        role: 'admin',
        status: 'active',
        version: 1,
        created_at: NOW,
        updated_at: NOW,
      },
    })
    expect(await admin('users.get', { user_id: answer.body.id })).toEqual({ status: 200, body: answer.body })
  })

  test('leaves one event with the record and its owner', async () => {
    let body: any
    const events = await eventsOf(service, async () => ({ body } = await create()))
    expect(events).toEqual([{ event: 'user.created', user_id: body.id, data: body }])
  })

  test.each(['active', 'suspended', 'invited'])('takes the status %s', async (status) => {
    expect(await create({ status })).toMatchObject({ status: 201, body: { status } })
  })

  test.each([
    ['trimmed', '  Ada\t ', 'Ada'],
    ['in NFC', 'Zoe\u0308', 'Zo\u00EB'],
    ['of 200 code points', ASTRAL.repeat(200), ASTRAL.repeat(200)],
    ['with quotes, percent signs and emoji', `O'Hara "%_\\" 👩‍🚀`, `O'Hara "%_\\" 👩‍🚀`],
  ])('keeps a name %s', async (_what, name, kept) => {
    expect(await create({ name })).toMatchObject({ status: 201, body: { name: kept } })
  })

  test.each([
    ['empty', ''],
    ['of white space', ' \t\u00A0'],
    ['of 201 code points', ASTRAL.repeat(201)],
    ['with a line break', 'Ada\nLovelace'],
    ['with NUL', 'Ada\u0000'],
    ['with a C1 control', 'Ada\u0085x'],
    ['with a bidi override', 'Ada \u202Egnp.exe'],
    ['with a bidi isolate', '\u2066Ada\u2069'],
    ['with the end of a bidi isolate', 'Ada\u2069x'],
    ['with an Arabic letter mark', 'Ada\u061Cx'],
    ['with a mark of direction', 'Ada\u200Fx'],
    ['with a line separator', 'Ada\u2028x'],
    ['with a paragraph separator', 'Ada\u2029x'],
    ['with a lone surrogate', 'Ada \uD83D'],
    ['that is a number', 7],
    ['that is null', null],
  ])('refuses a name %s with 422', async (_what, name) => {
    expect(await create({ name })).toMatchObject({
      status: 422,
      body: { code: 'validation-failed', errors: [{ field: 'name', pointer: '/name' }] },
    })
  })

  test.each([
    ['short', 'a@b.co'],
    ['with a tag and an apostrophe', "o'hara+tag@mail.example.com"],
    ['with an international domain', 'Jürgen@Bücher.example'],
    ['in another script', 'δοκιμή@παράδειγμα.gr'],
    ['with 64 characters before the @', `${'l'.repeat(64)}@example.com`],
    ['of 254 characters', emailOf(254)],
  ])('keeps an e-mail %s as typed', async (_what, email) => {
    expect(await create({ email })).toMatchObject({ status: 201, body: { email } })
  })

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example..com',
    'ada@-example.com',
    'ada@example.com.',
    'ada@127.0.0.1',
    '.ada@example.com',
    'ada.@example.com',
    'a da@example.com',
    ' ada@example.com',
    'ada@exam ple.com',
    'ada@example.com\n',
    'ada@b@example.com',
    'ada@example.com/path',
    'ada@example.com:25',
    '"ada"@example.com',
    'ada\uD83D@example.com',
    `${'l'.repeat(65)}@example.com`,
    emailOf(255),
  ])('refuses the e-mail %j with 422', async (email) => {
    const answer = await create({ email })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
    expect(new Set(answer.body.errors.map((fault: { field: string }) => fault.field))).toEqual(new Set(['email']))
  })

  test.each([
    ['case', 'Same.Case@example.com', 'sAME.cASE@EXAMPLE.com'],
    ['compatibility form', 'width@example.com', 'ｗｉｄｔｈ@example.com'],
    ['composition', 'zo\u00EB@example.com', 'zoe\u0308@example.com'],
    ['notation of the domain', 'idn@bücher.example', 'idn@xn--bcher-kva.example'],
    ['case of an international domain', 'idn2@BÜCHER.example', 'idn2@bücher.example'],
  ])('an e-mail that differs from a taken one only in %s is 409', async (_what, first, second) => {
    expect(await create({ email: first })).toMatchObject({ status: 201 })
    expect(await create({ email: second })).toMatchObject({ status: 409, body: { code: 'email-taken' } })
  })

  test.each([
    ['dots', 'first.last@example.com', 'firstlast@example.com'],
    ['a tag', 'tag@example.com', 'tag+news@example.com'],
    ['accents', 'zoe@example.com', 'zoé@example.com'],
  ])('e-mails that differ in %s are two addresses', async (_what, first, second) => {
    expect(await create({ email: first })).toMatchObject({ status: 201 })
    expect(await create({ email: second })).toMatchObject({ status: 201 })
  })

  test('a refused creation leaves neither record nor event', async () => {
    await create({ email: 'once@example.com' })
    expect(await eventsOf(service, () => create({ email: 'once@example.com' }))).toEqual([])
    const { body } = await admin('users.list', { search: 'once@example.com' })
    expect(body.pagination.total).toBe(1)
  })

  test.each([
    ['role', 'owner'],
    ['status', 'deleted'],
    ['id', 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'],
    ['version', 1],
    ['created_at', NOW],
    ['updated_at', NOW],
    ['email_key', 'x'],
    ['constructor', 'x'],
  ])('refuses %s: %j with 422', async (member, value) => {
    const answer = await create({ [member]: value })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: member, pointer: `/${member}` }] } })
  })

  test('every fault is listed', async () => {
    const answer = await admin('users.create', { name: '', role: 'owner', nickname: 'x', 'a/b~c': 1 })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer).sort()).toEqual([
      'a/b~c unknown-member',
      'email required',
      'name too-small',
      'nickname unknown-member',
      'role invalid-value',
    ])
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field: 'a/b~c', pointer: '/a~1b~0c' }))
  })
})

test('over REST the answer has the Location of the record', async () => {
  const service = await startService()
  const { body, headers } = await service.admin.rest('POST /v1/users', {
    name: 'Ada',
    email: 'ada@example.com',
    role: 'admin',
  })
  expect(headers['location']).toBe(`http://roster.test/v1/users/${body.id}`)
  await service.stop()
})
