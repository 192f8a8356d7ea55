import { access, naming } from '@roster/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redeemTicket } from '@roster/core/server'
import { over, PROTOCOLS } from '@roster/test/protocols'
import type { Caller } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'
import { deny } from '../identity/deny.ts'
import { hashOf, newSecret } from '../crypto/secret.ts'
import { TicketEntity } from './ticket.entity.ts'

const PASSWORD = 'correct horse battery staple'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const redeem = (ticket: string) =>
  redeemTicket({ database: service.database, access, naming }, ticket, service.clock.now())
const ticketOf = async ({ sdk }: Caller) => (await sdk.realtime.ticket()).ticket

describe.each(PROTOCOLS)('realtime.ticket over %s', (protocol) => {
  test('answers 201 with a ticket that lasts 30 seconds, for any scope', async () => {
    const caller = await service.caller({ scopes: ['read:metrics'] })
    const expires_at = new Date(service.clock.now() + 30_000).toISOString()
    expect(await over(protocol, caller)('realtime.ticket')).toEqual({
      status: 201,
      body: { ticket: expect.stringMatching(/^rt_[0-9A-Za-z]{38}$/), expires_at },
    })
  })
})

test('a ticket is not to be stored, and only its hash is kept', async () => {
  const { headers, body } = await service.admin.rest('POST /v1/realtime/tickets')
  expect(headers['cache-control']).toBe('no-store')
  const rows = await service.database.query<{ token_hash: string }>({ text: 'select * from tickets' })
  expect(rows.map(({ token_hash }) => token_hash)).toContain(hashOf(body.ticket))
  expect(JSON.stringify(rows)).not.toContain(body.ticket)
})

test('a ticket stands for its caller, once', async () => {
  const viewer = await service.viewer('Vera')
  const me = await viewer.sdk.me.get()
  const ticket = await ticketOf(viewer)
  const { credential, scopes, owner, user_id, role, ...identity } = (await redeem(ticket))!
  expect({ role, user_id, owner, scopes: [...scopes] }).toEqual({
    role: 'viewer',
    user_id: viewer.id,
    owner: viewer.id,
    scopes: me.scopes,
  })
  expect(identity).toEqual(me.principal)
  expect(credential).toEqual({ type: 'api_key', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await redeem(ticket)).toBeUndefined()
})

test('a ticket ends when its user is demoted', async () => {
  const admins = ['ada', 'grace'].map((name) => ({ name, email: `${name}@example.com`, role: 'admin' }))
  const { body } = await service.admin.rest('POST /v1/users/batch', { users: admins })
  const [{ id: user_id }] = body.data
  const ticket = await ticketOf(await service.caller({ user_id }))
  await service.admin.rest(`PATCH /v1/users/${user_id}`, { role: 'viewer' })
  expect(await redeem(ticket)).toBeUndefined()
})

test('a ticket ends after 30 seconds', async () => {
  const [early, late] = [await ticketOf(service.admin), await ticketOf(service.admin)]
  service.clock.advance(29_999)
  expect(await redeem(early)).toBeDefined()
  service.clock.advance(1)
  expect(await redeem(late)).toBeUndefined()
})

test.each(['', 'swordfish', newSecret('rt_'), newSecret('rk_')])('%j is no ticket', async (ticket) => {
  expect(await redeem(ticket)).toBeUndefined()
})

test('the ticket of a key that was revoked meanwhile is worth nothing', async () => {
  const key = await service.admin.sdk.apiKeys.create({ name: 'X', role: 'admin', scopes: ['read:users'] })
  const ticket = await ticketOf(service.withKey(key.secret))
  await service.admin.sdk.apiKeys.revoke(key.id)
  expect(await redeem(ticket)).toBeUndefined()
})

test('the ticket of a session that was signed out meanwhile is worth nothing', async () => {
  const { id } = await service.admin.sdk.users.create({ name: 'A', email: 'a@example.com', role: 'viewer' })
  await service.admin.sdk.users.setPassword(id, { password: PASSWORD })
  const browser = await service.browser('a@example.com', PASSWORD)
  const [one, other] = [await ticketOf(browser), await ticketOf(browser)]
  expect(await redeem(one)).toMatchObject({ type: 'session', id, role: 'viewer' })
  await browser.sdk.session.delete()
  expect(await redeem(other)).toBeUndefined()
})

describe('the ticket of an access token', () => {
  const hour = () => new Date(service.clock.now() + 3_600_000).toISOString()

  async function ticketFor(credentials_version: number, expires_at = hour()) {
    const ticket = newSecret('rt_')
    const subjects = ['token:t1', 'grant:g1', 'client:cli_1', 'user:usr_1']
    const credential = { type: 'access_token', client_id: 'cli_1', expires_at, subjects, credentials_version } as const
    const identity = { type: 'access_token', id: 'usr_1', name: 'Ada', user_id: 'usr_1', role: 'viewer' } as const
    const transaction = service.database.transaction()
    const principal = { ...identity, scopes: ['read:users' as const], credential }
    transaction.insert(TicketEntity, { token_hash: hashOf(ticket), principal, expires_at: hour() })
    await transaction.commit()
    return ticket
  }

  async function denied(what: Parameters<typeof deny>[1]) {
    const transaction = service.database.transaction()
    await deny(transaction, what, service.clock.now())
    await transaction.commit()
  }

  test('ends with the token', async () => {
    const expires_at = new Date(service.clock.now() + 10_000).toISOString()
    const [one, other] = [await ticketFor(1, expires_at), await ticketFor(1, expires_at)]
    expect(await redeem(one)).toMatchObject({ id: 'usr_1', scopes: new Set(['read:users']) })
    service.clock.advance(10_000)
    expect(await redeem(other)).toBeUndefined()
  })

  test('ends with a denial of the user’s former tokens, and of these only', async () => {
    const [former, present] = [await ticketFor(1), await ticketFor(2)]
    await denied({ user: 'usr_1', version: 2 })
    expect(await redeem(former)).toBeUndefined()
    expect(await redeem(present)).toBeDefined()
  })

  test.each([{ token: 't1' }, { grant: 'g1' }, { client: 'cli_1' }])('ends with a denial of %j', async (what) => {
    const ticket = await ticketFor(9)
    await denied(what)
    expect(await redeem(ticket)).toBeUndefined()
    await service.database.query({ text: 'truncate denials' })
  })
})
