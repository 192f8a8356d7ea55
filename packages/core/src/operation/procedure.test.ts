import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

import type { Context } from './context.ts'
import { errorKind } from '../contract/error-kind.ts'
import { fieldsParameter, listOf } from '../contract/lists.ts'
import { operation } from '../contract/operation.ts'
import { NOBODY } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'
import { resource } from '../contract/resource.ts'
import type { Query } from '../data/statement.ts'
import { on } from './procedure.ts'
import { router } from './trpc.ts'

const words = {
  summary: 'A thing',
  description: 'A thing.',
  scope: 'any',
  output: z.object({ id: z.string() }),
} as const
const thing = z.object({
  id: z.string(),
  size: z.object({ width: z.int() }),
  due: z.iso.date(),
  note: z.string().optional(),
})
const { events, operations } = resource({
  name: 'things',
  title: 'Things',
  description: 'Things.',
  events: { 'thing.measured': { description: 'It was measured.', data: thing } },
  operations: {
    get: operation({ method: 'GET', path: '/v1/things', ...words }),
    create: operation({ method: 'POST', path: '/v1/things', ...words }),
    replace: operation({ method: 'PUT', path: '/v1/things', ...words, body: { version: z.int() } }),
  },
})

let copy: TestDatabase
let context: Context
beforeAll(async () => {
  copy = await copyDatabase()
  context = {
    database: copy.database,
    now: () => 0,
    admit: async () => NOBODY,
    tell: () => {},
    events: new Map(Object.entries(events)),
  } as never
})
afterAll(() => copy.drop())

test('who calls is settled before the input is read', async () => {
  const get = on(operations.get, { run: () => ({ id: 'thing_1' }) }) as unknown as (call: object) => Promise<unknown>
  const getRawInput = vi.fn<() => Promise<unknown>>(async () => {
    throw new Problem('malformed-json')
  })
  const call = (admit: () => Promise<unknown>) =>
    get({ ctx: { ...context, admit }, path: 'get', type: 'query', getRawInput, batchIndex: 0 })
  await expect(call(() => Promise.reject(new Problem('unauthenticated')))).rejects.toMatchObject({
    cause: { code: 'unauthenticated' },
  })
  expect(getRawInput).not.toHaveBeenCalled()
  await expect(call(async () => NOBODY)).rejects.toMatchObject({ cause: { code: 'malformed-json' } })
})

test('the scopes that a call takes follow from the members of objects, and of nothing else', () => {
  const scopes = vi.fn<(input: object) => string[]>(() => [])
  const { scopesFor } = on(operations.create, { scopes, run: () => ({ id: 'thing_1' }) })
  scopesFor(NOBODY, 'text', ['list'], null, undefined, { kind: 'users', size: 1 }, { size: 2 })
  expect(scopes).toHaveBeenCalledWith({ kind: 'users', size: 2 }, NOBODY)
})

test('over RPC members that the contract does not declare never leave', async () => {
  const stored = { id: 'thing_1', secret: 'swordfish' }
  const things = router({ get: on(operations.get, { run: () => stored }) })
  expect(await things.createCaller(context).get()).toEqual({ id: 'thing_1' })
})

test('an operation that returns nothing where its contract has an output is a fault that names it', async () => {
  const { perform, attempt } = on(operations.get, { run: () => undefined as never })
  const named = 'things.get returned nothing, and its contract has an `output`. Return that from its `run`.'
  await expect(perform(context, NOBODY, {}, undefined)).rejects.toThrow(named)
  const effect = await attempt(context, NOBODY, {}, undefined)
  await expect(effect(copy.database.transaction())).rejects.toThrow(named)
})

test.each([undefined, null, { id: 'thing_1' }])(
  'a version that %o lacks is a fault that names the operation',
  async (target) => {
    const { perform } = on(operations.replace, { load: async () => target, run: () => ({ id: 'thing_1' }) })
    await expect(perform(context, NOBODY, {}, { version: 1 })).rejects.toThrow(
      'things.replace loaded no record with a `version`, which it takes. Return one from its `load`.',
    )
  },
)

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

test('what may take long is done once, before a transaction begins, and not for a call that is refused by its form', async () => {
  const order: string[] = []
  const losses = [Object.assign(new Error('deadlock detected'), { code: '40P01' })]
  const { perform, attempt } = on(operations.replace, {
    async prepare({ input }) {
      order.push('prepare')
      return `thing_${input.version}`
    },
    async load() {
      order.push('load')
      return { version: 1 }
    },
    run(_action, _target, id) {
      const loss = losses.pop()
      if (loss) throw loss
      return { id }
    },
  })
  expect(await perform(context, NOBODY, {}, { version: 1 })).toEqual({ id: 'thing_1' })
  expect(order.splice(0)).toEqual(['prepare', 'load', 'load'])

  const effect = await attempt(context, NOBODY, {}, { version: 1 })
  expect(order.splice(0)).toEqual(['prepare'])
  const transaction = copy.database.transaction()
  expect(await effect(transaction)).toEqual({ id: 'thing_1' })
  await transaction.rollback()
  expect(order.splice(0)).toEqual(['load'])

  await expect(perform(context, NOBODY, { unheard_of: 1 }, { version: 1 })).rejects.toThrow(Problem)
  await expect(perform(context, NOBODY, {}, { version: 'one' })).rejects.toThrow(Problem)
  expect(order).toEqual(['load'])
})

test('a read beside the transaction of its own operation is refused at once, in place of waiting for ever', async () => {
  const things = router({
    create: on(operations.create, {
      async run(action) {
        await action.transaction.query({ text: 'select 1' })
        await action.database.query({ text: 'select 1' })
        return { id: 'thing_1' }
      },
    }),
  })
  await expect(things.createCaller(context).create()).rejects.toMatchObject({
    code: 'INTERNAL_SERVER_ERROR',
    cause: { cause: { message: expect.stringContaining('Read by `action.transaction.query`') } },
  })
})

test('what an operation reads, and what limits its attempts, is read inside its transaction once that has begun', async () => {
  const isInside = { text: 'select pg_current_xact_id_if_assigned() is not null as inside' }
  const places: unknown[] = []
  const note = async (query: Query) => void places.push(...(await query(isInside)))
  const throttled = (_account: string, _prove: unknown, query: Query) => note(query)
  const things = router({
    create: on(operations.create, {
      async run(action) {
        const readBoth = async () => {
          await note((statement) => action.query(statement))
          await action.throttled('ada', async () => true)
        }
        await readBoth()
        await action.transaction.query({ text: 'select pg_current_xact_id()' })
        await readBoth()
        return { id: 'thing_1' }
      },
    }),
  })
  await things.createCaller({ ...context, throttled }).create()
  expect(places).toEqual([false, false, true, true].map((inside) => ({ inside })))
})

test('an event that no resource declares, and an error that the contract does not list, are faults of the service that say what is missing', async () => {
  const tooHeavy = errorKind({
    code: 'too-heavy',
    status: 409,
    title: 'Too heavy',
    description: 'It is.',
    remedy: 'Wait.',
  })
  const said = async (run: Parameters<typeof on<typeof operations.create>>[1]['run']) =>
    on(operations.create, { run }).perform(context, NOBODY, {}, undefined).catch(String)
  expect([
    await said((action) => ({ id: action.emit('thing.made', { id: 'thing_1' }, null) })),
    await said(() => {
      throw new Problem(tooHeavy)
    }),
    await said(() => {
      throw new Problem('conflict', 'Another one is there.')
    }),
  ]).toEqual([
    'Error: No resource declares the event "thing.made". Add it to the `events` of its contract.',
    'Error: things.create threw "too-heavy", which its contract does not list. Add it to its `errors`.',
    'Problem: Another one is there.',
  ])
})

test('a broken constraint has the problem of its operation, and without one the fault names the constraint', async () => {
  await copy.database.query({
    text: 'create table pairs (one integer constraint pairs_of_one check (one < 2), other integer not null)',
  })
  const said = (row: string, conflicts?: Record<string, () => Problem>) =>
    on(operations.create, {
      async run({ transaction }) {
        await transaction.query({ text: `insert into pairs values (${row})` })
        return { id: 'thing_1' }
      },
      ...(conflicts && { conflicts }),
    })
      .perform(context, NOBODY, {}, undefined)
      .catch(String)
  const conflicts = { pairs_of_one: () => new Problem('conflict', 'One is too many.') }
  expect([
    await said('2, 1', conflicts),
    await said('2, 1'),
    await said('1, null', conflicts),
    await said('1, 1, 1'),
  ]).toEqual([
    'Problem: One is too many.',
    'Error: things.create broke "pairs_of_one" of the database. Add a problem for it to the `conflicts` of its `on`.',
    'Error: things.create broke "pairs.other" of the database. Add a problem for it to the `conflicts` of its `on`.',
    expect.stringContaining('INSERT has more expressions than target columns'),
  ])
})

test('an event has what its contract declares, and nothing else that it is given leaves', async () => {
  const emitted = async (data: object) => {
    const insert = vi.fn<(entity: unknown, row: { data: unknown }) => void>()
    const run: Parameters<typeof on<typeof operations.create>>[1]['run'] = (action) => {
      Object.assign(action.transaction, { insert })
      action.emit('thing.measured', data as { id: string }, null)
      return { id: 'thing_1' }
    }
    const fault = await on(operations.create, { run }).perform(context, NOBODY, {}, undefined).catch(String)
    return insert.mock.calls[0]?.[1].data ?? fault
  }
  const measured = { id: 'thing_1', size: { width: 1 }, due: '2026-11-21' }
  const due = new Date(measured.due)
  expect([
    await emitted({ ...measured, secret: 'swordfish', size: { width: 1, secret: 'swordfish' } }),
    await emitted({ ...measured, due, size: { width: 1, secret: 'swordfish' } }),
    await emitted({ id: 'thing_1', size: null }),
  ]).toEqual([
    measured,
    { ...measured, due },
    'Error: The event "thing.measured" lacks due, which its contract declares. Give it the whole record.',
  ])
})

test('a list answers the defaults of what its records lack, but of what `fields` leaves out', async () => {
  const record = z
    .object({
      id: z.string(),
      tags: z.array(z.string()).default([]),
      state: z.string().trim().prefault(' new ').nullable(),
      kind: z
        .string()
        .default('a')
        .pipe(z.enum(['a', 'b'])),
      place: z.string().catch('here'),
      note: z.string().optional(),
    })
    .meta({ id: 'ProcedureTestRecord', description: 'A record.' })
  const list = operation({
    ...words,
    method: 'GET',
    path: '/v1/records',
    query: { fields: fieldsParameter(record) },
    output: listOf(record, 'ProcedureTestRecord'),
  })
  const page = { next_cursor: null, has_more: false }
  const rows = [{ id: '1' }, { id: '2', tags: ['a'], state: null, kind: 'b', place: 'there', note: 'x' }]
  const run = ({ input }: { input: { fields?: string | undefined } }) => {
    const selected = ([name]: [string, unknown]) =>
      !input.fields || name === 'id' || input.fields.split(',').includes(name)
    return { ...page, data: rows.map((row) => Object.fromEntries(Object.entries(row).filter(selected))) as never }
  }
  const { read } = router({ read: on(list, { run }) }).createCaller(context) as never as {
    read: (query: object) => Promise<unknown>
  }
  expect(await read({})).toEqual({ ...page, data: [record.parse(rows[0]), rows[1]] })
  expect(record.parse(rows[0])).toEqual({ id: '1', tags: [], state: 'new', kind: 'a', place: 'here' })
  expect(await read({ fields: 'tags' })).toEqual({
    ...page,
    data: [
      { id: '1', tags: [] },
      { id: '2', tags: ['a'] },
    ],
  })
  expect(await read({ fields: 'note' })).toEqual({ ...page, data: [{ id: '1' }, { id: '2', note: 'x' }] })
})
