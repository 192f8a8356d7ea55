import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ConflictError, PermissionDeniedError, StarterApi, ValidationError } from '../../client/src/index.ts'
import { onMock, onService, type Running } from '../testing/running.ts'
import { rules } from './members.rules.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', role: 'member' } as const
const PASSWORD = 'an analytical engine of brass'

describe('members', () => {
  let running: Running
  before(async () => {
    running = await onService()
    await running.client.members.create({ ...ADA, password: PASSWORD })
  })
  after(() => running.stop())

  test('sign in with the address and the password that they were added with', async () => {
    const response = await fetch(`${running.url}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ADA@example.com', password: PASSWORD }),
    })
    const { user } = (await response.json()) as { user: typeof ADA }
    assert.deepEqual([response.status, user.name, user.role], [201, ADA.name, 'member'])
  })

  test('have an address each', async () => {
    const { client } = running
    await assert.rejects(client.members.create({ ...ADA, password: PASSWORD }), ConflictError)
  })

  test('are not given a password that is guessed', async () => {
    const grace = { ...ADA, email: 'grace@example.com' }
    await assert.rejects(running.client.members.create({ ...grace, password: 'password1234' }), ValidationError)
  })

  test('are added by those alone who may', async () => {
    const { secret } = await running.client.apiKeys.create({ name: 'Records only', scopes: ['write:records'] })
    const client = new StarterApi({ baseUrl: running.url, apiKey: secret })
    await assert.rejects(client.members.list(), PermissionDeniedError)
    assert.deepEqual((await client.me.get()).scopes, ['write:records'])
  })
})

test('members of the mock are added as the service adds them', async () => {
  const { client } = await onMock(rules)
  const { id, created_at } = await client.members.create({ ...ADA, password: PASSWORD })
  assert.deepEqual(await client.members.get(id), { id, ...ADA, status: 'active', created_at })
  await assert.rejects(client.members.create({ ...ADA, email: 'ADA@example.com', password: PASSWORD }), ConflictError)
  const grace = { ...ADA, email: 'grace@example.com' }
  await assert.rejects(client.members.create({ ...grace, password: grace.email }), ValidationError)
  assert.equal((await client.session.create({ email: ADA.email, password: PASSWORD })).user.id, id)
})
