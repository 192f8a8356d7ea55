import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitEvents, sequenceAll } from './events.fixture.ts'
import { readLag } from './lag.ts'

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(() => copy.drop())

test('the lag counts events without a place, and is as old as the oldest of them', async () => {
  expect(await readLag(copy.database)).toEqual({ unsequenced: 0, age: 0 })
  await commitEvents(copy.database, 'a', 'b')
  await sequenceAll(copy.database)
  await commitEvents(copy.database, 'c', 'd')
  const text = `update events set created_at = now() - case data->>'id' when 'c' then interval '60 s' when 'd' then interval '5 s' else interval '1 h' end`
  await copy.database.query({ text })
  const { unsequenced, age } = await readLag(copy.database)
  expect([unsequenced, Math.round(age / 60)]).toEqual([2, 1])
})
