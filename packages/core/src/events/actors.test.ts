import { agentOf } from '@roster/test/agent'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import type { Caller } from '@roster/test/caller'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOf } from '../exports/exports.fixture.ts'
import { makeExports } from '../exports/worker.ts'
import { sequenceAll } from '../event-log/events.fixture.ts'

const CLIENT = 'cli_01KAJQ7W5M8XV2R4T6Y9B3D501'
const PASSWORD = 'correct horse battery staple'

let service: Service
let agents: Service
let ada: string
beforeAll(async () => {
  service = await startService()
  agents = await startService({ beside: service, mcp: true })
  const { sdk } = service.admin
  ada = (await sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'admin' })).id
  await sdk.users.setPassword(ada, { password: PASSWORD })
})
afterAll(async () => {
  await agents.app.close()
  await service.stop()
})

async function lastEvent() {
  await sequenceAll(service.database)
  const { body } = await service.admin.rest('GET /v1/events?limit=100')
  return body.data.at(-1)
}

const userToken = () => service.withToken({ sub: ada, name: 'Ada', credentials_version: 2 })
const serviceToken = () => service.withToken({ sub: CLIENT, role: 'service', credentials_version: undefined })

const callers: [who: string, caller: () => Caller | Promise<Caller>, actor: () => Promise<object>][] = [
  [
    'a key',
    () => service.admin,
    async () => ({ type: 'api_key', id: (await service.admin.sdk.me.get()).principal.id }),
  ],
  ['a session', () => service.browser('ada@example.com', PASSWORD), async () => ({ type: 'user', id: ada })],
  ['a token of a user', userToken, async () => ({ type: 'user', id: ada })],
  ['a token of a client', serviceToken, async () => ({ type: 'client', id: CLIENT })],
]

test.each(callers)('an event says who did it: %s, over REST and RPC', async (who, callerOf, actorOf) => {
  const caller = await callerOf()
  const actor = await actorOf()
  const user = { name: who, role: 'viewer' }
  const email = (protocol: string) => `${who.replaceAll(' ', '.')}.${protocol}@example.com`
  expect(await caller.rest('POST /v1/users', { ...user, email: email('rest') })).toMatchObject({ status: 201 })
  expect(await lastEvent()).toMatchObject({ event: 'user.created', actor, data: { email: email('rest') } })
  expect(await caller.rpc('users.create', { ...user, email: email('rpc') })).toMatchObject({ status: 200 })
  expect(await lastEvent()).toMatchObject({ event: 'user.created', actor, data: { email: email('rpc') } })
})

test('a key that acts as a user is named itself', async () => {
  const { id, secret } = await service.admin.sdk.apiKeys.create({
    name: 'Ada at the desk',
    role: 'admin',
    scopes: ['write:users'],
    user_id: ada,
  })
  await service.withKey(secret).sdk.users.create({ name: 'Eve', email: 'eve.by.key@example.com', role: 'viewer' })
  expect(await lastEvent()).toMatchObject({ event: 'user.created', actor: { type: 'api_key', id } })
})

test("an agent that acts for a user is named itself, and what it makes is found as the user's", async () => {
  const claims = { sub: ada, name: 'Ada', credentials_version: 2, client_id: 'https://agent.example/client.json' }
  const token = await agents.tokens.make({ ...claims, aud: `${BASE_URL}/mcp` })
  const agent = await agentOf(agents.app, { authorization: `Bearer ${token}` })
  await agent.call('create_user', { name: 'Eve', email: 'eve.by.agent@example.com', role: 'viewer' })
  expect(await lastEvent()).toMatchObject({
    event: 'user.created',
    actor: { type: 'client', id: 'https://agent.example/client.json' },
  })
  const input = { name: 'By an agent', role: 'admin', scopes: ['read:users'] }
  const { body } = await agent.call('call_operation', { operation: 'apiKeys.create', input })
  expect(body).toMatchObject({ created_by: { type: 'user', id: ada } })
})

test('what the service does in the background is done by the system', async () => {
  const { id } = await service.admin.sdk.exports.create({ format: 'csv' })
  await makeExports(workOf(service))
  const actor = { type: 'system', id: 'exports' }
  expect(await lastEvent()).toMatchObject({ event: 'export.succeeded', actor, data: { id } })
})

test('an event from before it was noted has no actor', async () => {
  await service.database.query({ text: `update events set actor = null` })
  expect(await lastEvent()).toMatchObject({ event: 'export.succeeded', actor: null })
})
