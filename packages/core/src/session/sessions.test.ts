import { access, naming } from '@roster/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { currentPrincipal, redeemTicket } from '@roster/core/server'
import type { Caller } from '@roster/test/caller'
import { addUser } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { over, PROTOCOLS, withoutRequest } from '@roster/test/protocols'
import { BROWSER, type Service, startService } from '@roster/test/service'
import { forgetExpired } from '../identity/forget-expired.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let service: Service
let user: { id: string; email: string }
/** The user in two browsers. */
let here: Caller
let elsewhere: Caller
let count = 0
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await addUser(service, `User ${count++}`)
  elsewhere = await service.browser(user.email, PASSWORD)
  service.clock.advance(1_000)
  here = await service.browser(user.email, PASSWORD)
})

const now = (later = 0) => new Date(service.clock.now() + later).toISOString()
const idsOf = async (caller: Caller) => (await caller.sdk.sessions.list()).data.map(({ id }) => id)

/** The identifier of the session that a caller calls with. */
async function idOf({ sdk }: Caller): Promise<string> {
  const { data } = await sdk.sessions.list()
  return data.find(({ current }) => current)!.id
}

describe.each(PROTOCOLS)('sessions.list over %s', (protocol) => {
  const list = (caller: Caller, query = {}) => over(protocol, caller)('sessions.list', query)

  test('answers 200 with one’s sessions, the newest first, and which of them calls', async () => {
    const session = {
      id: expect.toBeId('ses'),
      type: 'browser',
      created_at: now(),
      last_used_at: now(),
      expires_at: now(12 * HOUR),
      address: '127.0.0.1',
      user_agent: BROWSER,
      client: null,
      scopes: null,
      current: true,
    }
    const earlier = { created_at: now(-1_000), last_used_at: expect.any(String), expires_at: now(12 * HOUR - 1_000) }
    expect(await list(here)).toEqual({
      status: 200,
      body: {
        data: [session, { ...session, ...earlier, current: false }],
        pagination: { page: 1, limit: 20, total: 2, total_pages: 1 },
      },
    })
  })

  test('pages by number and by cursor, in either order, with the members that are asked for', async () => {
    const [second, first] = await idsOf(here)
    const query = { order: 'asc', limit: 1, fields: 'type' }
    expect(await list(here, { ...query, page: 2 })).toMatchObject({
      body: { data: [{ id: second, type: 'browser' }], pagination: { page: 2, total: 2, total_pages: 2 } },
    })
    const { body } = await list(here, { ...query, cursor: '' })
    expect(body).toEqual({
      data: [{ id: first, type: 'browser' }],
      next_cursor: expect.any(String),
      has_more: true,
    })
    expect(await list(here, { ...query, cursor: body.next_cursor })).toMatchObject({
      body: { data: [{ id: second }], next_cursor: null, has_more: false },
    })
  })

  test.each([{ limit: 0 }, { fields: 'csrf_token' }, { sort: 'address' }, { page: 1, cursor: '' }, { cursor: 'x' }])(
    'refuses %j: 400',
    async (query) => {
      expect(await list(here, query)).toMatchObject({ status: 400, body: { code: 'invalid-parameters' } })
    },
  )

  test('is empty for a caller that acts as no user', async () => {
    const client = await service.withToken({ role: 'service', sub: 'cli_x' })
    for (const machine of [service.admin, client])
      expect(await list(machine)).toMatchObject({ status: 200, body: { data: [], pagination: { total: 0 } } })
  })

  test('shows a key and a token the sessions of their user, none of which is theirs', async () => {
    const token = await service.withToken({ sub: user.id, role: 'viewer' })
    const key = await service.caller({ role: 'viewer', scopes: ['read:users'], user_id: user.id })
    for (const caller of [token, key])
      expect(await list(caller)).toMatchObject({ body: { data: [{ current: false }, { current: false }] } })
  })

  test('leaves out those that have expired', async () => {
    service.clock.advance(12 * HOUR - 1_000)
    expect(await list(here)).toMatchObject({ body: { data: [{ current: true }], pagination: { total: 1 } } })
  })
})

describe.each(PROTOCOLS)('sessions.end over %s', (protocol) => {
  const end = (caller: Caller, session_id: string) => over(protocol, caller)('sessions.end', { session_id })

  test('ends a session at once, with its tickets and its part in what is open: 204', async () => {
    const { ticket } = await elsewhere.sdk.realtime.ticket()
    const { ticket: open } = await elsewhere.sdk.realtime.ticket()
    const principal = (await redeemTicket({ database: service.database, access, naming }, open, service.clock.now()))!
    expect(await end(here, await idOf(elsewhere))).toEqual({ status: 204, body: undefined })
    expect(await elsewhere.rest('GET /v1/me')).toMatchObject({ status: 401 })
    expect(
      await redeemTicket({ database: service.database, access, naming }, ticket, service.clock.now()),
    ).toBeUndefined()
    expect(
      await currentPrincipal({ database: service.database, access }, principal, service.clock.now()),
    ).toBeUndefined()
    expect(await idsOf(here)).toEqual([await idOf(here)])
  })

  test('ends the one that calls, too', async () => {
    expect(await end(here, await idOf(here))).toMatchObject({ status: 204 })
    expect(await here.rest('GET /v1/me')).toMatchObject({ status: 401 })
  })

  test('answers 410 for one that was ended, and 404 after 30 days, when nothing is left of it', async () => {
    const id = await idOf(elsewhere)
    await end(here, id)
    expect(await end(here, id)).toMatchObject({ status: 410, body: { code: 'gone' } })
    const [left] = await service.database.query({ text: 'select * from sessions where id = $1' }, [id])
    expect(left).toMatchObject({ token_hash: null, csrf_token: null, address: null, user_agent: null })
    service.clock.advance(30 * 24 * HOUR + 1)
    here = await service.browser(user.email, PASSWORD)
    expect(await end(here, id)).toMatchObject({ status: 404 })
    await forgetExpired(service.database, service.clock.now())
    expect(await service.database.query({ text: 'select id from sessions where id = $1' }, [id])).toEqual([])
  })

  test('answers 410 for one that was ended before the password changed', async () => {
    const id = await idOf(elsewhere)
    await end(here, id)
    await service.admin.sdk.users.setPassword(user.id, { password: PASSWORD })
    here = await service.browser(user.email, PASSWORD)
    expect(await end(here, id)).toMatchObject({ status: 410, body: { code: 'gone' } })
  })

  test('answers 404 for one that expired', async () => {
    const id = await idOf(elsewhere)
    service.clock.advance(12 * HOUR - 1_000)
    expect(await end(here, id)).toMatchObject({ status: 404 })
  })

  test('answers 404 for one in which somebody signed out', async () => {
    const id = await idOf(elsewhere)
    await elsewhere.sdk.session.delete()
    expect(await end(here, id)).toMatchObject({ status: 404 })
  })

  test("answers for another's, ended or not, as for one that never was", async () => {
    const other = await addUser(service, `Other ${count++}`)
    const stranger = await service.browser(other.email, PASSWORD)
    const missing = withoutRequest(await end(stranger, 'ses_01KAJQ7W5M8XV2R4T6Y9B3D5ZZ'))
    expect(missing).toMatchObject({ status: 404, body: { code: 'not-found' } })
    const id = await idOf(elsewhere)
    const everybodyElse = [stranger, service.admin, await service.withToken({ role: 'service', sub: user.id })]
    for (const caller of everybodyElse) expect(withoutRequest(await end(caller, id))).toEqual(missing)
    expect(await end(here, id)).toMatchObject({ status: 204 })
    for (const caller of everybodyElse) expect(withoutRequest(await end(caller, id))).toEqual(missing)
  })

  test('refuses a credential that may do less than the session: 403', async () => {
    const id = await idOf(elsewhere)
    const few = await service.caller({ role: 'viewer', scopes: ['read:users', 'read:orders'], user_id: user.id })
    expect(await end(few, id)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('lacks read:events') },
    })
    expect(await idsOf(here)).toContain(id)
    const all = await service.caller({
      role: 'viewer',
      scopes: ['read:users', 'read:orders', 'read:events'],
      user_id: user.id,
    })
    expect(await end(all, id)).toMatchObject({ status: 204 })
  })
})

test('an end needs what every change with a session cookie needs', async () => {
  const { headers } = await service.anonymous.rest('POST /v1/session', { email: user.email, password: PASSWORD })
  const cookie = headers['set-cookie']!.split(';')[0]!
  const id = await idOf(elsewhere)
  const request = service.sending({ cookie }).rest(`DELETE /v1/sessions/${id}`)
  expect(await request).toMatchObject({ status: 403, body: { code: 'csrf' } })
})

test('a session says from where and by which program somebody signed in', async () => {
  const behindProxy = await startService({ beside: service, trustProxy: 1 })
  await behindProxy.anonymous.rest(
    'POST /v1/session',
    { email: user.email, password: PASSWORD },
    { 'x-forwarded-for': '203.0.113.7:5000', 'user-agent': 'Mozilla/5.0 (X11)' },
  )
  await behindProxy.app.close()
  const { data } = await here.sdk.sessions.list()
  expect(data).toMatchObject([{ address: '203.0.113.7', user_agent: 'Mozilla/5.0 (X11)' }, {}, {}])
})

test('a session says when it was last used, to the minute', async () => {
  const id = await idOf(here)
  const since = now()
  service.clock.advance(5 * MINUTE)
  await here.sdk.me.get()
  const lastUse = async () => (await elsewhere.sdk.sessions.list()).data.find((one) => one.id === id)!.last_used_at
  await expect.poll(lastUse).toBe(now())
  expect(now()).not.toBe(since)
})

test('sessions of former credentials are not listed', async () => {
  await service.admin.sdk.users.setPassword(user.id, { password: PASSWORD })
  const again = await service.browser(user.email, PASSWORD)
  expect(await idsOf(again)).toEqual([await idOf(again)])
})
