import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statusOf } from '@roster/test/client'
import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import { throttleIn } from '@roster/test/throttle'

const PASSWORD = 'correct horse battery staple'
const OTHER = 'incorrect horse battery staple'
const MISSING = 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'

describe.each(PROTOCOLS)('users.setPassword over %s', (protocol) => {
  let service: Service
  let admin: Call
  let user: { id: string; email: string }
  let own: Call
  beforeAll(async () => {
    service = await startService({ throttle: throttleIn() })
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  let count = 0
  beforeEach(async () => {
    const name = `Vera ${count++}`
    const viewer = await service.viewer(name)
    own = over(protocol, viewer)
    user = (await admin('users.get', { user_id: viewer.id })).body
  })

  const set = (call: Call, members: object = {}) =>
    call('users.setPassword', { user_id: user.id, password: PASSWORD, ...members })
  const signsIn = async (password: string) => {
    return (await statusOf(service.anonymous.sdk.session.create({ email: user.email, password }))) === 201
  }

  test('answers 204, the new password opens the account, and neither event nor version tells of it', async () => {
    const events = await eventsOf(service, async () => {
      expect(await set(admin)).toEqual({ status: 204, body: undefined })
    })
    expect(events).toEqual([])
    expect(await signsIn(PASSWORD)).toBe(true)
    expect((await admin('users.get', { user_id: user.id })).body).toEqual(user)
    const [row] = await service.database.query<{ password_hash: string }>(
      { text: 'select * from account_credentials where account_id = $1' },
      [user.id],
    )
    expect(row!.password_hash).toMatch(/^\$argon2id\$/)
  })

  test("one's own takes the current one, and any scope", async () => {
    await set(admin)
    expect(await set(own, { current_password: PASSWORD, password: OTHER })).toEqual({ status: 204, body: undefined })
    expect([await signsIn(PASSWORD), await signsIn(OTHER)]).toEqual([false, true])
  })

  test("one's own without the current one, or with a wrong one, is 422 and changes nothing", async () => {
    await set(admin)
    const missing = await set(own, { password: OTHER })
    expect([missing.status, faultsOf(missing)]).toEqual([422, ['current_password required']])
    const guessed = await set(own, { password: 'a'.repeat(12) })
    expect([guessed.status, faultsOf(guessed)]).toEqual([422, ['password repeated', 'current_password required']])
    const wrong = await set(own, { password: OTHER, current_password: OTHER })
    expect([wrong.status, faultsOf(wrong)]).toEqual([422, ['current_password wrong-password']])
    expect(await signsIn(PASSWORD)).toBe(true)
  })

  test('nobody without a password sets a first one', async () => {
    const answer = await set(own, { current_password: PASSWORD })
    expect([answer.status, faultsOf(answer)]).toEqual([422, ['current_password wrong-password']])
  })

  test('a wrong current password counts like a wrong sign-in: the eleventh is 429', async () => {
    await set(admin)
    for (let turn = 0; turn < 10; turn++) await set(own, { current_password: OTHER })
    expect(await set(own, { current_password: PASSWORD })).toMatchObject({
      status: 429,
      body: { code: 'rate-limited' },
    })
    const signIn = service.anonymous.sdk.session.create({ email: user.email, password: PASSWORD })
    await expect(signIn).rejects.toMatchObject({ status: 429 })
  })

  test('every session of the user ends, and tokens given before are denied', async () => {
    await set(admin)
    const browser = await service.browser(user.email, PASSWORD)
    await set(admin, { password: OTHER })
    await expect(browser.sdk.me.get()).rejects.toMatchObject({ status: 401 })
    const denials = { text: 'select version from denials where subject = $1' }
    expect(await service.database.query(denials, [`user:${user.id}`])).toEqual([{ version: 3 }])
    expect(await service.database.query({ text: 'select 1 from sessions where user_id = $1' }, [user.id])).toEqual([])
  })

  test.each([
    ['11 characters', 'abcdefghijk', 'too-small'],
    ['129 characters', 'x'.repeat(129), 'too-large'],
    ['11 that look like more', 'ﬁ'.repeat(5), 'too-small'],
    ['half a character', 'correct horse \ud800', 'invalid'],
    ['a common one', '1qaz2wsx3edc', 'common'],
    ['a common one in other letters', 'ＵＮbelievable', 'common'],
    ['a common word with digits', 'Welcome12345', 'common'],
    ['one character again and again', 'aaaaaaaaaaaa', 'repeated'],
    ['one word twice', 'rosterroster', 'repeated'],
    ['the name of the service with a few characters more', 'Roster2026!!', 'personal'],
  ])('%s is 422', async (_what, password, code) => {
    const answer = await set(admin, { password })
    expect([answer.status, faultsOf(answer)]).toEqual([422, [`password ${code}`]])
  })

  test('the e-mail address in any notation is 422', async () => {
    for (const password of [user.email, user.email.toUpperCase(), ` ${user.email} `]) {
      const answer = await set(admin, { password })
      expect([answer.status, faultsOf(answer)]).toEqual([422, ['password same-as-email']])
    }
  })

  test('the e-mail address or the name with a few characters more is 422', async () => {
    const { name } = (await admin('users.get', { user_id: user.id })).body
    for (const password of [`${user.email}1`, `${name} 1815!`, `2026 ${name.toUpperCase()}`]) {
      const answer = await set(admin, { password })
      expect([answer.status, faultsOf(answer)]).toEqual([422, ['password personal']])
    }
  })

  test('12 and 128 characters of any script will do', async () => {
    const faces = '😀😃😄😁😆😅🤣😂🙂🙃🫠😉'
    const long = String.fromCodePoint(...Array.from({ length: 128 }, (_, index) => 0x4e00 + index))
    for (const password of [faces, long, '  spaces  stay  ']) {
      expect(await set(admin, { password })).toMatchObject({ status: 204 })
      expect(await signsIn(password)).toBe(true)
    }
  })

  test("another's without write:users is 403, the same for known and missing users", async () => {
    const reader = over(protocol, await service.caller({ scopes: ['read:users'] }))
    for (const call of [own, reader]) {
      for (const user_id of [(await service.viewer(`Known ${count++}`)).id, MISSING])
        expect(await set(call, { user_id })).toMatchObject({ status: 403, body: { code: 'insufficient-scope' } })
    }
  })

  test("a viewer's takes the viewer's scopes beside write:users, and an administrator's every scope", async () => {
    const narrow = over(protocol, await service.caller({ scopes: ['write:users'] }))
    const writer = over(
      protocol,
      await service.caller({ scopes: ['write:users', 'read:users', 'read:orders', 'read:events'] }),
    )
    expect(await set(narrow)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const { body: other } = await admin('users.create', { name: 'A', email: `a${count++}@example.com`, role: 'admin' })
    expect(await set(writer)).toMatchObject({ status: 204 })
    expect(await set(writer, { user_id: other.id })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await set(admin, { user_id: other.id })).toMatchObject({ status: 204 })
  })

  test('a missing user is 404, a deleted one 410 and without its password', async () => {
    expect(await set(admin, { user_id: MISSING })).toMatchObject({ status: 404, body: { code: 'not-found' } })
    await set(admin)
    await admin('users.delete', { user_id: user.id })
    expect(await set(admin)).toMatchObject({ status: 410, body: { code: 'gone' } })
    const rows = { text: 'select password_hash from account_credentials where account_id = $1' }
    expect(await service.database.query(rows, [user.id])).toEqual([{ password_hash: null }])
  })
})

test("one's own identifier in the body does not make another's path one's own", async () => {
  const service = await startService()
  const own = await service.viewer('Vera')
  const other = await service.viewer('Ada')
  for (const user_id of [other.id, MISSING])
    expect(await own.rest(`POST /v1/users/${user_id}/password`, { user_id: own.id, password: PASSWORD })).toMatchObject(
      { status: 403, body: { code: 'insufficient-scope' } },
    )
  await service.stop()
})
