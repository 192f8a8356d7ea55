import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Action } from './action.ts'
import type { Context } from './context.ts'
import { operation } from '../contract/operation.ts'
import { NOBODY } from '../contract/principal.ts'
import { resource } from '../contract/resource.ts'
import { on } from './procedure.ts'

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
    find: operation({ method: 'GET', path: '/v1/things/{thing_id}', ...words, params: { thing_id: z.string() } }),
    move: operation({
      method: 'POST',
      path: '/v1/things/{thing_id}',
      ...words,
      params: { thing_id: z.string() },
      body: { to: z.object({ rooms: z.array(z.string()) }), why: z.string() },
    }),
  },
})

let copy: TestDatabase
let context: Context
beforeAll(async () => {
  copy = await copyDatabase()
  context = { database: copy.database, now: () => 0, admit: async () => NOBODY, tell: () => {} } as never
})
afterAll(() => copy.drop())

const NAMED = { text: 'select $1::text as id' }
const JSON_TEXT = { text: "select ($1::jsonb)->>'why' as id" }
type Row = { id: string }

test('an identifier with a NUL names nothing, whether it is read, changed or prepared for', async () => {
  const asked: string[] = []
  const ask = async ({ database, input }: Pick<Action<{ thing_id: string }>, 'database' | 'input'>) => {
    const [row] = await database.query<Row>(NAMED, [input.thing_id])
    asked.push(row!.id)
    return row!
  }
  const find = on(operations.find, { run: ask })
  const move = on(operations.move, {
    prepare: ask,
    load: async ({ input }) => input,
    run: (_, { thing_id }) => ({ id: thing_id }),
  })
  const named = { thing_id: 'a\0b\0' }
  expect(await find.perform(context, NOBODY, named, undefined)).toEqual({ id: 'a\uFFFDb\uFFFD' })
  const body = { to: { rooms: [] }, why: '' }
  expect(await move.perform(context, NOBODY, named, body)).toEqual({ id: 'a\uFFFDb\uFFFD' })
  expect(asked).toEqual(['a\uFFFDb\uFFFD', 'a\uFFFDb\uFFFD'])
})

test.each([
  ['a text', NAMED, (why: string) => why],
  ['JSON', JSON_TEXT, (why: string) => JSON.stringify({ why })],
])(
  '%s of a body that holds a NUL, which PostgreSQL has not, is refused, and each member is named',
  async (_, query, valueOf) => {
    const run = async ({ transaction, input }: Action<{ why: string }>) =>
      (await transaction.query<Row>(query, [valueOf(input.why)]))[0]!
    const { perform } = on(operations.move, { run })
    const sent = { to: { rooms: ['hall', '\0'] }, why: '\0' }
    await expect(perform(context, NOBODY, { thing_id: 'a' }, sent)).rejects.toMatchObject({
      code: 'validation-failed',
      faults: [
        { field: 'to.rooms.1', pointer: '/to/rooms/1', message: 'must not contain the character U+0000' },
        { field: 'why', pointer: '/why' },
      ],
    })
  },
)

test('a NUL that no caller has sent is a fault of the service', async () => {
  const run = async ({ transaction }: Action<unknown>) => (await transaction.query<Row>(NAMED, ['\0']))[0]!
  const sent = { to: { rooms: [] }, why: '' }
  const failed = on(operations.move, { run }).perform(context, NOBODY, { thing_id: 'a' }, sent)
  await expect(failed).rejects.toMatchObject({ code: '22021' })
})
