import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AuthenticationError,
  ConflictError,
  GoneError,
  PermissionDeniedError,
  ValidationError,
} from '../../client/src/index.ts'
import { onMock, onService, type Running } from '../testing/running.ts'
import { rules } from './members.rules.ts'

const PASSWORD = 'an analytical engine of brass'
const OTHER = 'nanoseconds of copper wire'

for (const [where, start] of Object.entries({ service: onService, mock: () => onMock(rules) }))
  describe(`members of the ${where}`, () => {
    let running: Running
    let client: Running['client']
    before(async () => {
      running = await start()
      client = running.client
    })
    after(() => running.stop())

    const add = (name: string) =>
      client.members.create({ name, email: `${name}@example.com`, role: 'member', password: PASSWORD })
    const signIn = (name: string, password = PASSWORD) =>
      client.session.create({ email: `${name.toUpperCase()}@example.com`, password })

    test('sign in with the address and the password that they were added with', async () => {
      const { id, created_at } = await add('ada')
      const ada = { id, name: 'ada', email: 'ada@example.com', role: 'member', status: 'active', version: 1 }
      assert.deepEqual(await client.members.get(id), { ...ada, created_at, updated_at: created_at })
      assert.equal((await signIn('ada')).user.id, id)
    })

    test('have an address each, and a password that is not guessed', async () => {
      const { id } = await add('grace')
      await add('jean')
      await assert.rejects(add('grace'), ConflictError)
      await assert.rejects(client.members.update(id, { email: 'JEAN@example.com' }), ConflictError)
      const guessed = { name: 'Mary', email: 'mary@example.com', role: 'member', password: 'mary@example.com' } as const
      await assert.rejects(client.members.create(guessed), ValidationError)
    })

    test('are managed by those alone who may', async () => {
      const { secret } = await client.apiKeys.create({ name: 'Records only', scopes: ['write:records'] })
      await assert.rejects(running.as(secret).members.list(), PermissionDeniedError)
      assert.deepEqual((await running.as(secret).me.get()).scopes, ['write:records'])
    })

    test('are changed once, and not by those who have seen another version', async () => {
      const { id } = await add('katherine')
      const changed = await client.members.update(id, { name: 'Katherine', role: 'administrator', version: 1 })
      assert.deepEqual([changed.name, changed.role, changed.version], ['Katherine', 'administrator', 2])
      assert.deepEqual(await client.members.update(id, { name: 'Katherine' }), changed)
      await assert.rejects(client.members.update(id, { name: 'Kate', version: 1 }), ConflictError)
    })

    test('are out while they are suspended, with their keys', async () => {
      const { id } = await add('dorothy')
      const { secret } = await client.apiKeys.create({
        name: 'Own',
        role: 'member',
        user_id: id,
        scopes: ['read:records'],
      })
      await client.members.update(id, { status: 'suspended' })
      await assert.rejects(signIn('dorothy'), AuthenticationError)
      await assert.rejects(running.as(secret).me.get(), AuthenticationError)
      await client.members.update(id, { status: 'active' })
      assert.equal((await signIn('dorothy')).user.id, id)
    })

    test('leave nothing of themselves once they are removed', async () => {
      const { id } = await add('annie')
      await client.members.delete(id)
      await assert.rejects(client.members.get(id), GoneError)
      await assert.rejects(signIn('annie'), AuthenticationError)
      const { data } = await client.members.list()
      assert.deepEqual(
        data.filter((member) => member.id === id),
        [],
      )
      assert.notEqual((await add('annie')).id, id)
    })

    test('set their own password, by the present one', async () => {
      const { id } = await add('joan')
      const { secret } = await client.apiKeys.create({
        name: 'Own',
        role: 'member',
        user_id: id,
        scopes: ['read:records'],
      })
      const { members } = running.as(secret)
      await assert.rejects(members.setPassword(id, { password: OTHER }), ValidationError)
      await assert.rejects(members.setPassword(id, { password: OTHER, current_password: OTHER }), ValidationError)
      await members.setPassword(id, { password: OTHER, current_password: PASSWORD })
      await assert.rejects(signIn('joan'), AuthenticationError)
      assert.equal((await signIn('joan', OTHER)).user.id, id)
    })

    test('are given a password by those who may', async () => {
      const { id } = await add('betty')
      await client.members.setPassword(id, { password: OTHER })
      assert.equal((await signIn('betty', OTHER)).user.id, id)
    })
  })
