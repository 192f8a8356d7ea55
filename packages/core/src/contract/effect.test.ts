import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiKeysContract } from '../api-keys/api-keys.contract.ts'
import { access, naming } from '@roster/api'
import { orders, user, users } from '@roster/test/records'
import { collectionsOf } from './collections.ts'
import { type AnyOperation, operation } from './operation.ts'
import { resource } from './resource.ts'
import { effectOf } from './effect.ts'
import { exampleId, idSchema } from './ids.ts'

const apiKeys = apiKeysContract({ naming, access, basePath: '/v1', account: user })
const resources = [users, orders, apiKeys]
const collections = collectionsOf(resources)

/** What each operation of a resource does, in a few words. */
function effectsOf(of: (typeof resources)[number]) {
  const effects = Object.entries<AnyOperation>(of.operations).map(([name, one]) => {
    const effect = effectOf(one, of, collections.get(of)!)!
    return [name, [effect.kind, effect.id, effect.emits].filter(Boolean).join(' ')]
  })
  return Object.fromEntries(effects) as Record<string, string>
}

test('an effect follows from the method, the path and the answer, and its event from the name', () => {
  expect(effectsOf(users)).toEqual({
    list: 'list',
    create: 'create user.created',
    createMany: 'create user.created',
    get: 'read user_id',
    replace: 'replace user_id user.updated',
    update: 'change user_id user.updated',
    delete: 'delete user_id user.deleted',
    setPassword: 'act user_id user.updated',
  })
  expect(effectsOf(orders)).toMatchObject({ create: 'create order.created', update: 'change order_id order.updated' })
  expect(effectsOf(apiKeys)).toMatchObject({
    revoke: 'delete key_id api_key.revoked',
    rotate: 'act key_id api_key.rotated',
  })
})

test('a status with an event of its name has that event', () => {
  const { emitsAt } = effectOf(orders.operations.update, orders, collections.get(orders)!)!
  expect(emitsAt).toEqual({ cancelled: 'order.cancelled' })
})

test('many records are made of one member of the body', () => {
  expect(effectOf(users.operations.createMany, users, collections.get(users)!)!.many).toBe('users')
})

test('a collection is called after its path, its records after their schema, and a path tells what they belong to', () => {
  expect(collections.get(apiKeys)).toMatchObject([{ name: 'apiKeys', noun: 'API key', key: 'id', prefix: 'key' }])
  expect(collections.get(orders)).toMatchObject([
    { noun: 'order', owner: 'user_id', parent: { of: 'users', id: 'user_id' } },
  ])
})

test('what an author says of an effect counts', () => {
  const note = z.object({ id: idSchema('not', 'the note') }).meta({ id: 'Note', examples: [{ id: exampleId('not') }] })
  const words = { summary: 'S', description: 'D', scope: 'any' } as const
  const params = { note_id: idSchema('not', 'the note') }
  const get = operation({ ...words, method: 'GET', path: '/v1/notes/{note_id}', params, output: note })
  const path = '/v1/notes/{note_id}/archive'
  const archiving = { ...words, method: 'POST', path, params, output: note } as const
  const notes = resource({
    name: 'notes',
    title: 'Notes',
    description: 'Notes.',
    events: {
      'note.archived': { description: 'A note was archived.', data: note },
      'note.filed': { description: 'A note was filed.', data: note },
    },
    operations: {
      get,
      archive: operation(archiving),
      file: operation({ ...archiving, effect: { emits: 'note.archived' } }),
      hide: operation({ ...archiving, effect: { emits: null } }),
    },
  })
  const { archive, file, hide } = notes.operations
  const own = collectionsOf([notes]).get(notes)!
  expect([archive, file, hide].map((one) => effectOf(one, notes, own)!.emits)).toEqual([
    'note.archived',
    'note.archived',
    undefined,
  ])
})
