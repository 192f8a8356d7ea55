import { createHash } from 'node:crypto'
import type { AppRouter } from '@roster/api'
import { addClient, addUser, basicOf } from '@roster/test/oauth'
import { exampleSecret } from '@roster/core/contract'
import { PASSWORD } from '@roster/test/passwords'
import { discover, goThrough } from '@roster/test/oauth-flows'
import { addressOf, Socket } from '@roster/test/realtime'
import { type Fetch, fetchTo } from '@roster/test/relying-party'
import { holdDate, type Service, startService } from '@roster/test/service'
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

interface Line {
  msg: string
  path?: string
  status?: number
  caller?: { type: string; id: string } | null
  address?: string
  security?: Record<string, unknown>
}

const lines: Line[] = []
let text = ''
let service: Service
let key: { type: string; id: string }
let fetcher: Fetch
let ada: { id: string; email: string }
beforeAll(async () => {
  const write = (line: string) => {
    text += line
    lines.push(JSON.parse(line) as Line)
  }
  service = await startService({ logger: pino({ level: 'info' }, { write }) })
  holdDate(service)
  key = { type: 'api_key', id: (await service.admin.sdk.me.get()).principal.id }
  fetcher = await fetchTo(service)
  ada = await addUser(service, 'Ada', 'admin')
})
afterAll(() => service.stop())
beforeEach(() => void (lines.length = 0))

const security = () => lines.flatMap((line) => line.security ?? [])
const answered = () => lines.filter(({ msg }) => msg !== 'Security')
const address = '127.0.0.1'
const user = { name: 'Bob', email: 'bob@example.com', role: 'viewer' } as const

/** What a line calls the account of an e-mail address. */
const account = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 16)

describe.each(['rest', 'rpc'] as const)(
  'over %s a line says who did what, from where, and whether it succeeded:',
  (protocol) => {
    const email = `${protocol}@example.com`
    const call = (rest: string, rpc: string, parameters: object = {}, body?: object, caller = service.admin) =>
      protocol === 'rest' ? caller.rest(rest, body) : caller.rpc(rpc, { ...parameters, ...body })

    test('a key that is made, replaced and revoked, and one that is not there', async () => {
      const made = await call(
        'POST /v1/api-keys',
        'apiKeys.create',
        {},
        { name: 'K', role: 'admin', scopes: ['read:users'] },
      )
      const key_id = made.body.id as string
      await call(`POST /v1/api-keys/${key_id}/rotate`, 'apiKeys.rotate', { key_id })
      await call(`DELETE /v1/api-keys/${key_id}`, 'apiKeys.revoke', { key_id })
      await call(`DELETE /v1/api-keys/${key_id}`, 'apiKeys.revoke', { key_id })
      const by = { actor: key, target: key_id, address }
      expect(security()).toEqual([
        { event: 'api_key.created', succeeded: true, ...by, role: 'admin' },
        { event: 'api_key.rotated', succeeded: true, ...by },
        { event: 'api_key.revoked', succeeded: true, ...by },
        { event: 'api_key.revoked', succeeded: false, ...by },
      ])
    })

    test('a session that is ended, and one that is not there', async () => {
      const { sdk } = await service.browser(ada.email, PASSWORD)
      const other = await service.browser(ada.email, PASSWORD)
      const { data } = await sdk.sessions.list()
      const session_id = data.find(({ current }) => !current)!.id
      lines.length = 0
      await call(`DELETE /v1/sessions/${session_id}`, 'sessions.end', { session_id }, undefined, other)
      await call(`DELETE /v1/sessions/${session_id}`, 'sessions.end', { session_id })
      const line = { event: 'session.ended', target: session_id, address }
      expect(security()).toEqual([
        { ...line, succeeded: true, actor: { type: 'user', id: ada.id } },
        { ...line, succeeded: false, actor: key },
      ])
    })

    test('a client that is made, changed, given a secret and deleted', async () => {
      const made = await call('POST /v1/oauth-clients', 'oauthClients.create', {}, {
      name: 'C',
      type: 'confidential',
      grant_types: ['client_credentials'],
      scopes: ['read:users'],
    }) // prettier-ignore
      const client_id = made.body.client_id as string
      const path = `/v1/oauth-clients/${client_id}`
      await call(`PATCH ${path}`, 'oauthClients.update', { client_id }, { name: 'D' })
      await call(`POST ${path}/rotate-secret`, 'oauthClients.rotateSecret', { client_id })
      await call(`DELETE ${path}`, 'oauthClients.delete', { client_id })
      const by = { succeeded: true, actor: key, target: client_id, address }
      const events = ['client.created', 'client.updated', 'client.secret_rotated', 'client.deleted']
      expect(security()).toEqual(events.map((event) => Object.assign({ event }, by)))
    })

    test('a role, a status and a password, and what was refused', async () => {
      const made = await call('POST /v1/users', 'users.create', {}, { ...user, email })
      const user_id = made.body.id as string
      const path = `/v1/users/${user_id}`
      await call(`PATCH ${path}`, 'users.update', { user_id }, { role: 'admin', status: 'suspended' })
      await call(`PATCH ${path}`, 'users.update', { user_id }, { version: 99, role: 'viewer' })
      await call(`PATCH ${path}`, 'users.update', { user_id }, { role: 'root' })
      await call(`POST ${path}/password`, 'users.setPassword', { user_id }, { password: PASSWORD })
      await call(`DELETE ${path}`, 'users.delete', { user_id })
      const by = { actor: key, target: user_id, address }
      expect(security()).toEqual([
        { event: 'user.created', succeeded: true, ...by, role: 'viewer' },
        { event: 'user.updated', succeeded: true, ...by, role: 'admin', status: 'suspended' },
        { event: 'user.updated', succeeded: false, ...by, role: 'viewer' },
        { event: 'user.updated', succeeded: false, ...by, role: 'root' },
        { event: 'password.set', succeeded: true, ...by },
        { event: 'user.deleted', succeeded: true, ...by },
      ])
    })

    test('each of the users that are made together, and one that is replaced', async () => {
      const users = ['viewer', 'admin'].map((role) => ({ name: 'Bob', role, email: `${role}.${email}` }))
      const make = () => call('POST /v1/users/batch', 'users.createMany', {}, { users })
      const [viewer, admin] = (await make()).body.data as { id: string; email: string }[]
      await make()
      const user_id = viewer!.id
      const replaced = { ...user, email: viewer!.email, role: 'admin' }
      await call(`PUT /v1/users/${user_id}`, 'users.replace', { user_id }, replaced)
      const by = { actor: key, address }
      expect(security()).toEqual([
        { event: 'user.created', succeeded: true, ...by, target: user_id, role: 'viewer', status: 'active' },
        { event: 'user.created', succeeded: true, ...by, target: admin!.id, role: 'admin', status: 'active' },
        { event: 'user.created', succeeded: false, ...by, target: null },
        { event: 'user.updated', succeeded: true, ...by, target: user_id, role: 'admin' },
      ])
    })

    test('who has no credential, or lacks the scope', async () => {
      const reader = await service.caller({ scopes: ['read:users'] })
      const { principal } = await reader.sdk.me.get()
      lines.length = 0
      const [rest, rpc] = [`DELETE /v1/users/${ada.id}`, 'users.delete'] as const
      await call(rest, rpc, { user_id: ada.id }, undefined, service.anonymous)
      await call(rest, rpc, { user_id: ada.id }, undefined, reader)
      const line = { event: 'user.deleted', succeeded: false, target: ada.id, address }
      expect(security()).toEqual([
        { ...line, actor: null },
        { ...line, actor: { type: 'api_key', id: principal.id } },
      ])
    })

    test('the line of a request names its caller and its address', async () => {
      await call('GET /v1/me', 'me.get')
      await call('GET /v1/me', 'me.get', {}, undefined, service.anonymous)
      expect(answered()).toMatchObject([
        { msg: 'Answered', status: 200, caller: key, address },
        { msg: 'Answered', status: 401, caller: null, address },
      ])
    })
  },
)

test.each([
  ['an unknown path', 'GET /v1/nothing', 404],
  ['a method that a path does not have', 'PUT /v1/me', 405],
  ['the methods of a path', 'OPTIONS /v1/me', 204],
  ['an address that has moved', 'GET /v1/me/', 308],
  ['an unknown procedure', 'GET /trpc/no.such', 404],
])('the line of a request for %s names its caller', async (_what, request, status) => {
  await service.admin.rest(request)
  expect(answered()).toMatchObject([{ status, caller: key, address }])
})

test('the line of a request about the user of a token names that user', async () => {
  const config = await discover(fetcher, await addClient(service))
  const { redeem } = await goThrough({ fetcher, config, email: ada.email, parameters: { scope: 'openid' } })
  const { access_token } = await redeem()
  lines.length = 0
  await service.sending({ authorization: `Bearer ${access_token}` }).rest('GET /userinfo')
  expect(answered()).toMatchObject([{ path: '/userinfo', status: 200, caller: { type: 'user', id: ada.id } }])
})

test('what is answered again under an idempotency key was done once', async () => {
  const body = { ...user, email: 'once@example.com' }
  for (let nth = 0; nth < 2; nth++) await service.admin.rest('POST /v1/users', body, { 'idempotency-key': 'once' })
  await service.admin.rest('POST /v1/users', body, { 'idempotency-key': 'twice' })
  expect(security()).toMatchObject([
    { event: 'user.created', succeeded: true, target: expect.toBeId('usr') },
    { event: 'user.created', succeeded: false },
  ])
})

test('a body that nobody can read leaves a line, and with an idempotency key no other when it comes again', async () => {
  for (const headers of [{}, { 'idempotency-key': 'broken' }, { 'idempotency-key': 'broken' }])
    await service.admin.rest('POST /v1/users', '{', headers)
  const line = { event: 'user.created', succeeded: false, actor: key, target: null, address }
  expect(security()).toEqual([line, line])
})

test('calls that are answered line by line leave their lines', async () => {
  const url = `${await addressOf(service.app)}/trpc`
  const scopes = ['write:users'] as const
  const { id, secret } = await service.admin.sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: [...scopes] })
  lines.length = 0
  const headers = { 'x-api-key': secret }
  const client = createTRPCClient<AppRouter>({ links: [httpBatchStreamLink({ url, headers: () => headers })] })
  await client.users.create.mutate({ ...user, email: 'stream@example.com' })
  const actor = { type: 'api_key', id }
  expect(security()).toMatchObject([{ event: 'user.created', succeeded: true, actor, address }])
  await expect.poll(answered).toMatchObject([{ path: '/trpc/users.create', caller: actor, address }])
})

test('a socket that is opened leaves a line that names its caller', async () => {
  const { id, secret } = await service.admin.sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: ['read:events'] })
  lines.length = 0
  const socket = await Socket.open(`${await addressOf(service.app)}/ws`, { 'x-api-key': secret })
  expect(answered()).toMatchObject([{ msg: 'Opened', path: '/ws', caller: { type: 'api_key', id }, address }])
  socket.raw.close()
})

describe('a sign-in', () => {
  const line = { event: 'sign_in', target: null, address }

  test('over REST leaves a line, right or wrong', async () => {
    const signIn = (email: string, password: string) => service.anonymous.rest('POST /v1/session', { email, password })
    await signIn('ADA@example.com', PASSWORD)
    await signIn(ada.email, 'not the password')
    await signIn('hunter2-hunter2', 'x')
    const actor = { type: 'user', id: ada.id }
    expect(security()).toEqual([
      { ...line, succeeded: true, actor, account: account(ada.email) },
      { ...line, succeeded: false, actor: null, account: account(ada.email) },
      { ...line, succeeded: false, actor: null, account: null },
    ])
  })

  test('on the pages of the authorization server too, and so does every request for tokens', async () => {
    const client = await addClient(service)
    lines.length = 0
    const config = await discover(fetcher, client)
    const { redeem } = await goThrough({ fetcher, config, email: ada.email })
    await redeem()
    await redeem().catch(() => {})
    const actor = { type: 'user', id: ada.id }
    const token = { event: 'token.granted', target: client.client_id, address, grant_type: 'authorization_code' }
    expect(security()).toEqual([
      { ...line, succeeded: true, actor, account: account(ada.email) },
      { ...token, succeeded: true, actor },
      { ...token, succeeded: false, actor: null, error: 'invalid_grant' },
    ])
  })
})

test('a sign-out leaves a line', async () => {
  const { sdk } = await service.browser(ada.email, PASSWORD)
  lines.length = 0
  await sdk.session.delete()
  const actor = { type: 'user', id: ada.id }
  expect(security()).toEqual([{ event: 'sign_out', succeeded: true, actor, target: null, address }])
})

test('a client that asks for a token of its own leaves a line, and so does who only says to be one', async () => {
  const client = await addClient(service)
  lines.length = 0
  const ask = (authorization: string, type = 'application/x-www-form-urlencoded') =>
    service.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { authorization, 'content-type': type },
      payload: 'grant_type=client_credentials',
    })
  await ask(basicOf(client))
  await ask(basicOf({ ...client, client_secret: 'wrong' }))
  await ask(basicOf(client), 'text/plain')
  const line = { event: 'token.granted', address }
  const grant = { target: client.client_id, grant_type: 'client_credentials' }
  expect(security()).toEqual([
    { ...line, ...grant, succeeded: true, actor: { type: 'client', id: client.client_id } },
    { ...line, ...grant, succeeded: false, actor: null, error: 'invalid_client' },
    { ...line, target: null, succeeded: false, actor: null, error: 'unsupported-media-type' },
  ])
})

test.each([
  ['an API key', exampleSecret('rk_')],
  ['a client secret', exampleSecret('rcs_')],
  ['a session', exampleSecret('rs_')],
  ['a ticket', exampleSecret('rt_')],
  ['the secret of a webhook', `whsec_${'MfKQ9r8G'.repeat(5)}`],
  ['an encoded secret of a webhook', encodeURIComponent(`whsec_${'Mf+/9r8G'.repeat(5)}A==`)],
  ['a token', `eyJ${'hbGciO'.repeat(5)}.eyJzdWIi.MfKQ-_9r8G`],
])('%s that is sent in place of an identifier is in no line', async (_what, secret) => {
  await service.admin.rest(`DELETE /v1/api-keys/${secret}`)
  expect(security()).toMatchObject([{ event: 'api_key.revoked', succeeded: false, target: 'REDACTED' }])
  expect(answered()).toMatchObject([{ path: '/v1/api-keys/REDACTED', status: 404 }])
})

test('nothing in the log is secret', () => {
  expect(text).not.toMatch(/rk_\w{10}|rcs_\w{10}|correct horse|hunter2|Bearer|Basic|ada@|"secret/i)
})
