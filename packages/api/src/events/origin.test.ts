import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitEvents, logged, sequenceAll } from './events.fixture.ts'
import { recogniseOrigin } from './origin.ts'

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

async function epoch(): Promise<string> {
  const [row] = await copy.database.query<{ epoch: string }>({ text: 'select epoch from event_log' })
  return row!.epoch
}

test('a log keeps its epoch from start to start', async () => {
  const first = await epoch()
  await recogniseOrigin(copy.database)
  await recogniseOrigin(copy.database)
  expect(first).toMatch(/^[0-9a-f]{8}$/)
  expect(await epoch()).toBe(first)
})

test('a log that was restored elsewhere has a new epoch, goes on after its last place, and leaves out no event', async () => {
  await recogniseOrigin(copy.database)
  await commitEvents(copy.database, 'a')
  await sequenceAll(copy.database)
  const before = await epoch()
  await commitEvents(copy.database, 'b')
  // Where it was, there had been many more transactions.
  await copy.database.query({ text: `update events set xid = '4000000000' where seq is null` })
  await copy.database.query({ text: `update event_log set origin = 'elsewhere', xid = '4000000000'` })

  await recogniseOrigin(copy.database)
  expect(await epoch()).not.toBe(before)
  await commitEvents(copy.database, 'c')
  await sequenceAll(copy.database)
  expect(await logged(copy.database)).toEqual(['a', 'b', 'c'])
})
