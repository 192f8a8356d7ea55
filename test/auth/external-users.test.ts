import { access, naming } from '@roster/api'
import { redeemTicket } from '@roster/core/server'
import { type Claims, TokenMaker } from '@roster/test/access-tokens'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Gives tokens, and knows nothing of what happens to user records here. */
const ISSUER = 'https://id.example.com'

let service: Service
let tokens: TokenMaker
beforeAll(async () => {
  service = await startService({ issuer: ISSUER, tokens: { issuer: ISSUER } })
  tokens = new TokenMaker(ISSUER, service.clock.now)
  // Without another administrator nobody could be suspended.
  await addUser()
})
afterAll(() => service.stop())

let count = 0
async function addUser(record: object = {}): Promise<string> {
  const email = `user.${++count}@example.com`
  const { body } = await service.admin.rest('POST /v1/users', { name: 'Eve', email, role: 'admin', ...record })
  return body.id
}

const change = (id: string, body: object) => service.admin.rest(`PATCH /v1/users/${id}`, body)

/** A caller with a token as another server gives it, which says nothing of versions and grants here. */
async function withToken(claims: Claims) {
  const unknown = { credentials_version: undefined, grant: undefined }
  const token = await tokens.make({ aud: 'http://roster.test', ...unknown, ...claims })
  return service.sending({ authorization: `Bearer ${token}` })
}

/** How a new token of a user is answered. */
async function statusOf(claims: Claims): Promise<number> {
  return (await (await withToken(claims)).rest('GET /v1/me')).status
}

describe('while the record of its user says so, each token of an external issuer is refused:', () => {
  test('suspended from the start, but not invited', async () => {
    expect(await statusOf({ sub: await addUser({ status: 'suspended' }) })).toBe(401)
    expect(await statusOf({ sub: await addUser({ status: 'invited' }) })).toBe(200)
  })

  test('suspended, however long ago, and taken again afterwards', async () => {
    const sub = await addUser()
    expect(await statusOf({ sub })).toBe(200)
    await change(sub, { status: 'suspended' })
    expect(await statusOf({ sub })).toBe(401)
    service.clock.advance(24 * 3_600_000)
    expect(await statusOf({ sub })).toBe(401)
    await change(sub, { status: 'active' })
    expect(await statusOf({ sub })).toBe(200)
  })

  test('demoted, where it says administrator', async () => {
    const sub = await addUser()
    await change(sub, { role: 'viewer' })
    expect(await statusOf({ sub, role: 'admin' })).toBe(401)
    expect(await statusOf({ sub, role: 'viewer' })).toBe(200)
  })

  test('deleted', async () => {
    const sub = await addUser()
    await service.admin.rest(`DELETE /v1/users/${sub}`)
    expect(await statusOf({ sub })).toBe(401)
  })

  test('of nobody who has a record: taken', async () => {
    expect(await statusOf({ sub: 'auth0|4711' })).toBe(200)
    expect(await statusOf({ sub: 'nightly-report', role: 'service' })).toBe(200)
  })
})

test('a connection of such a user ends with the suspension, and another one holds after it', async () => {
  const sub = await addUser()
  const redeem = async () => {
    const { body } = await (await withToken({ sub })).rest('POST /v1/realtime/tickets')
    return () => redeemTicket({ database: service.database, access, naming }, body.ticket, service.clock.now())
  }
  const former = await redeem()
  await change(sub, { status: 'suspended' })
  expect(await former()).toBeUndefined()
  await change(sub, { status: 'active' })
  const present = await redeem()
  expect(await present()).toMatchObject({ id: sub })
})
