import { setImmediate as nextTurn } from 'node:timers/promises'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commitEvents, logged } from './events.fixture.ts'
import { startSequencer } from './sequencer.ts'

let copy: TestDatabase
beforeEach(async () => {
  copy = await copyDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await copy.drop()
})

const report = (error: unknown) => {
  throw error
}

test('more events than get their places at once do not wait for the next look', async () => {
  const names = Array.from({ length: 2_500 }, (_, nth) => `e${nth}`)
  await commitEvents(copy.database, ...names)
  const added = vi.fn<() => void>()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sequencer = startSequencer({ database: copy.database, onAdded: added, report })
  for (const count of [1, 2, 3]) {
    while (added.mock.calls.length < count) await nextTurn()
    // The run has planned the next one by then.
    await nextTurn()
    vi.advanceTimersByTime(5)
  }
  await sequencer.stop()
  expect(await logged(copy.database)).toEqual(names)
})

test('who gives no places any more is told of no event', async () => {
  const forget = vi.fn<() => void>()
  const sequencer = startSequencer({ database: { ...copy.database, on: () => forget }, onAdded: () => {}, report })
  expect(forget).not.toHaveBeenCalled()
  await sequencer.stop()
  expect(forget).toHaveBeenCalledOnce()
})
