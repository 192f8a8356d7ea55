import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../data/database.ts'
import { commitEvents, logged, sequenceAll } from './events.fixture.ts'
import { sequence } from './sequence.ts'

let copy: TestDatabase
let database: Database
beforeEach(async () => {
  copy = await copyDatabase()
  database = copy.database
})
afterEach(() => copy.drop())

const rows = (text: string) => database.query<Record<string, unknown>>({ text })
const numbered = (count: number) => Array.from({ length: count }, (_, nth) => `e${nth}`)

test('events get consecutive places, in the order of their commits', async () => {
  for (const name of ['a', 'b', 'c']) await commitEvents(database, name)
  await sequenceAll(database)
  await commitEvents(database, 'd')
  await sequenceAll(database)
  expect(await logged(database)).toEqual(['a', 'b', 'c', 'd'])
  expect(await rows('select seq from events order by seq')).toEqual([1, 2, 3, 4].map((seq) => ({ seq })))
  expect(await rows('select head, kept_from from event_log')).toEqual([{ head: 4, kept_from: 1 }])
})

test('the events of one transaction stand together, in the order they were emitted', async () => {
  const names = numbered(2_500)
  await commitEvents(database, ...names)
  await commitEvents(database, 'last')
  await sequenceAll(database)
  expect(await logged(database)).toEqual([...names, 'last'])
})

test('a hook meets every event once, with its place, and in the same transaction', async () => {
  await rows('create table deliveries (seq bigint, id text, event text, user_id text, created_at timestamptz(3))')
  const text = 'insert into deliveries select seq, id, event, user_id, created_at from sequenced'
  const hooks = [{ name: 'deliveries', text }]
  await commitEvents(database, 'a', 'b')
  await sequenceAll(database, hooks)
  await commitEvents(database, 'c')
  await sequenceAll(database, hooks)
  await sequence(database, hooks)
  const deliveries = await rows('select * from deliveries order by seq')
  expect(deliveries).toEqual(await rows('select seq, id, event, user_id, created_at from events order by seq'))
  expect(deliveries).toHaveLength(3)
})

test('when a hook fails, no event has got a place, and a later run gives them', async () => {
  await commitEvents(database, 'a')
  await rows('create table deliveries (seq bigint check (seq < 1))')
  const failing = { name: 'failing', text: 'insert into deliveries select seq from sequenced' }
  await expect(sequenceAll(database, [failing])).rejects.toMatchObject({ constraint: 'deliveries_seq_check' })
  expect(await logged(database)).toEqual([])
  await sequenceAll(database)
  expect(await logged(database)).toEqual(['a'])
})

test.skipIf(onPostgres)('a run without events writes nothing', async () => {
  const transactions = () => rows('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  const before = await transactions()
  for (let run = 0; run < 5; run++) expect(await sequence(database)).toMatchObject({ sequenced: 0, more: false })
  expect(await transactions()).toEqual(before)
})

test.runIf(onPostgres)('one NOTIFY tells of any number of new entries, and none of none', async () => {
  let heard = 0
  const listener = database.listen('roster_events', () => heard++)
  const deaf = () => heard === 0
  while (deaf()) await rows('select pg_sleep(0.01)')
  await commitEvents(database, ...numbered(500))
  await sequenceAll(database)
  await sequenceAll(database)
  // The first call is for what could have been missed before.
  await expect.poll(() => heard).toBe(2)
  await rows('select pg_sleep(0.1)')
  await listener.close()
  expect(heard).toBe(2)
})

/** The columns of a new event but its transaction and its turn. */
const event = (name: string) => `insert into events (id, event, data, created_at)
  values ('evt_${name}', 'user.created', '{"id":"${name}"}', now())`

test.runIf(onPostgres)(
  'events of one record stand in the order of its changes, whoever began to write first',
  async () => {
    const [first, second] = [database.transaction(), database.transaction()]
    await second.query({ text: 'select pg_current_xact_id()' })
    await first.query({ text: event('first') })
    await first.commit()
    await second.query({ text: event('second') })
    await second.commit()
    await sequenceAll(database)
    expect(await logged(database)).toEqual(['first', 'second'])
  },
)

test.runIf(onPostgres)('an event waits for nobody, and one that is committed late comes after it', async () => {
  const late = database.transaction()
  await late.query({ text: event('late') })
  for (const name of ['a', 'b']) {
    await commitEvents(database, name)
    expect(await sequence(database)).toMatchObject({ sequenced: 1, more: false, elsewhere: false })
  }
  await late.commit()
  await sequenceAll(database)
  expect(await logged(database)).toEqual(['a', 'b', 'late'])
})

test.runIf(onPostgres)('events of a transaction stand together, where its last one does', async () => {
  const long = database.transaction()
  await long.query({ text: event('begun') })
  await commitEvents(database, 'between')
  await long.query({ text: event('ended') })
  await long.commit()
  await sequenceAll(database)
  expect(await logged(database)).toEqual(['between', 'begun', 'ended'])
})

test.runIf(onPostgres)(
  'events of a transaction stand together, also where more wait than get places at once',
  async () => {
    const long = database.transaction()
    await long.query({ text: event('begun') })
    const names = numbered(1_000)
    await commitEvents(database, ...names)
    await long.query({ text: event('ended') })
    await long.commit()
    await sequenceAll(database)
    expect(await logged(database)).toEqual([...names, 'begun', 'ended'])
  },
)

test.runIf(onPostgres)(
  'what is committed late is found after more events than are given their places at once',
  async () => {
    const late = database.transaction()
    await late.query({ text: event('late') })
    const names = numbered(2_500)
    await commitEvents(database, ...names)
    await sequence(database)
    await late.commit()
    await sequenceAll(database)
    expect((await logged(database)).toSorted()).toEqual([...names, 'late'].toSorted())
  },
)

test.runIf(onPostgres)('of many who run at once, each place is given once and none is left out', async () => {
  const names = numbered(400)
  await Promise.all(
    names.map(async (name) => {
      await commitEvents(database, name)
      await sequence(database)
    }),
  )
  await sequenceAll(database)
  expect((await logged(database)).toSorted()).toEqual(names.toSorted())
  const seqs = (await rows('select seq from events order by seq')).map(({ seq }) => seq)
  expect(seqs).toEqual(names.map((_, index) => index + 1))
})
