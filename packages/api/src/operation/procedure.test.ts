import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Context } from './context.ts'
import { operation } from '../contract/operation.ts'
import { NOBODY } from '../contract/principal.ts'
import { resource } from '../contract/resource.ts'
import { on } from './procedure.ts'
import { router } from './trpc.ts'

const words = {
  summary: 'A thing',
  description: 'A thing.',
  scope: 'any',
  output: z.object({ id: z.string() }),
} as const
const { operations } = resource({
  name: 'things',
  title: 'Things',
  description: 'Things.',
  events: {},
  operations: {
    get: operation({ method: 'GET', path: '/v1/things', ...words }),
    create: operation({ method: 'POST', path: '/v1/things', ...words }),
  },
})

let copy: TestDatabase
let context: Context
beforeAll(async () => {
  copy = await copyDatabase()
  context = { database: copy.database, now: () => 0, admit: async () => NOBODY, tell: () => {} } as never
})
afterAll(() => copy.drop())

test('over RPC members that the contract does not declare never leave', async () => {
  const stored = { id: 'thing_1', secret: 'swordfish' }
  const things = router({ get: on(operations.get, { run: () => stored }) })
  expect(await things.createCaller(context).get()).toEqual({ id: 'thing_1' })
})

test('a write whose transaction lost against another one is made anew', async () => {
  const lost = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const run = vi
    .fn<() => { id: string }>(() => ({ id: 'thing_1' }))
    .mockImplementationOnce(() => {
      throw lost
    })
  const { perform } = on(operations.create, { run })
  expect(await perform(context, NOBODY, {}, undefined)).toEqual({ id: 'thing_1' })
  expect(run).toHaveBeenCalledTimes(2)
})
