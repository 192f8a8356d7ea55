import { createMockOf } from '@roster/sdk/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APPLICATION } from '../packages/create/template/client/src/testing/tables.ts'
import { application } from '../packages/create/template/src/application.ts'
import { rules } from '../packages/create/template/src/members/members.rules.ts'
import { migratedDatabase } from './support/database.ts'
import { callerOf } from './support/mocked.ts'
import { type Service, startService } from './support/service.ts'

const PASSWORD = 'an analytical engine of brass'
const OF_MEMBERS = ['read:records', 'write:records']

/** Where members are tried. */
interface Place {
  /** Sends a request, such as `GET /v1/me`, with every scope or with the key of this secret. */
  send(request: string, body?: object, secret?: string): Promise<{ status: number; body: any }>
  /** Signs somebody in, and returns what tells the status of a call of the page that did. */
  open(email: string): Promise<() => Promise<number>>
}

let service: Service
beforeAll(async () => {
  service = await startService({ application, open: () => migratedDatabase(application) })
})
afterAll(() => service.stop())

function atService(): Place {
  return {
    send: (request, body, secret) =>
      (secret === undefined ? service.admin : service.withKey(secret)).rest(request, body),
    async open(email) {
      const page = await service.browser(email, PASSWORD)
      return async () => (await page.rest('GET /v1/me')).status
    },
  }
}

function atMock(): Place {
  const mock = createMockOf({ ...APPLICATION, rules })
  const call = callerOf(mock)
  return {
    send: (request, body, secret) => call(request, body, secret === undefined ? {} : { 'x-api-key': secret }),
    async open(email) {
      const { headers } = await call('POST /v1/session', { email, password: PASSWORD })
      const [cookie = ''] = headers.get('set-cookie')!.split(';')
      return async () => (await mock.fetch(`${mock.baseUrl}/v1/me`, { headers: { cookie } })).status
    },
  }
}

describe.each([
  ['service', atService],
  ['mock', atMock],
])('members of a new application, at the %s,', (_where, begin) => {
  let place: Place
  beforeAll(() => {
    place = begin()
  })

  let count = 0
  async function add(role = 'member'): Promise<{ id: string; email: string }> {
    const email = `ada-${++count}@example.com`
    return (await place.send('POST /v1/members', { name: 'Ada', email, role, password: PASSWORD })).body
  }

  /** Sends a request with a key of these scopes. */
  async function sendWith(scopes: string[], request: string, body?: object) {
    const { body: key } = await place.send('POST /v1/api-keys', { name: 'Key', role: 'administrator', scopes })
    const { status, body: problem } = await place.send(request, body, key.secret)
    return { status, detail: problem?.detail }
  }

  const CHANGES: [what: string, method: string, path: string, body?: object][] = [
    ['renamed', 'PATCH', '', { name: 'Ada King' }],
    ['suspended', 'PATCH', '', { status: 'suspended' }],
    ['given another password', 'POST', '/password', { password: 'nanoseconds of copper wire' }],
    ['removed', 'DELETE', ''],
  ]

  test.each(CHANGES)('are not %s without all that they may do', async (_what, method, path, body) => {
    const { id } = await add()
    const request = `${method} /v1/members/${id}${path}`
    expect(await sendWith(['manage:members'], request, body)).toEqual({
      status: 403,
      detail: expect.stringMatching(
        /^(?:This|Who signs in as this) member may do more than this credential, which lacks /,
      ),
    })
    expect((await sendWith(['manage:members', ...OF_MEMBERS], request, body)).status).toBeLessThan(300)
  })

  test('are not given a password by another member', async () => {
    const [ada, grace] = [await add(), await add()]
    const key = { name: 'Own', role: 'member', scopes: OF_MEMBERS, user_id: ada.id }
    const { body: own } = await place.send('POST /v1/api-keys', key)
    const given = { password: 'nanoseconds of copper wire' }
    expect(await place.send(`POST /v1/members/${grace.id}/password`, given, own.secret)).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope' },
    })
  })

  test('are made administrators by those alone who may do everything', async () => {
    const { id } = await add()
    const promoted = [`PATCH /v1/members/${id}`, { role: 'administrator' }] as const
    expect(await sendWith(['manage:members', ...OF_MEMBERS], ...promoted)).toEqual({
      status: 403,
      detail: expect.stringContaining('A member with the role administrator may do more than this credential'),
    })
    expect((await place.send(...promoted)).status).toBe(200)
  })

  test('set their own password by the present one, with any credential of theirs', async () => {
    const { id } = await add()
    const key = { name: 'Own', role: 'member', scopes: ['read:records'], user_id: id }
    const { body: own } = await place.send('POST /v1/api-keys', key)
    const set = async (current_password?: string) => {
      const passwords = { password: 'nanoseconds of copper wire', current_password }
      const { status, body } = await place.send(`POST /v1/members/${id}/password`, passwords, own.secret)
      return [status, body?.errors?.map((fault: { code: string }) => fault.code)]
    }
    expect(await set()).toEqual([422, ['required']])
    expect(await set('another engine of brass')).toEqual([422, ['wrong-password']])
    expect(await set(PASSWORD)).toEqual([204, undefined])
  })

  test.each([
    ['suspended', 401, 'PATCH', '', { status: 'suspended' }],
    ['given less to do', 401, 'PATCH', '', { role: 'member' }],
    ['given another password', 401, 'POST', '/password', { password: 'nanoseconds of copper wire' }],
    ['removed', 401, 'DELETE', ''],
    ['renamed', 200, 'PATCH', '', { name: 'Ada King' }],
  ])('who are signed in and %s are answered %s', async (_what, status, method, path, body?: object) => {
    const { id, email } = await add('administrator')
    const page = await place.open(email)
    expect(await page()).toBe(200)
    expect((await place.send(`${method} /v1/members/${id}${path}`, body)).status).toBeLessThan(300)
    expect(await page()).toBe(status)
  })
})

test('a member who was removed leaves neither name nor address nor password', async () => {
  const ada = { name: 'Ada', email: 'ada@example.com', role: 'member', password: PASSWORD }
  const { body } = await service.admin.rest('POST /v1/members', ada)
  await service.admin.rest(`DELETE /v1/members/${body.id}`)
  const text = `select name, email, email_key, password_hash from members join account_credentials on account_id = id where id = $1`
  expect(await service.database.query({ text }, [body.id])).toEqual([
    { name: '', email: '', email_key: null, password_hash: null },
  ])
})
