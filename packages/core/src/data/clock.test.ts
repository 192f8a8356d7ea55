import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followClock } from './clock.ts'

const HOUR = 60 * 60 * 1_000

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

test.each([HOUR, -HOUR])(
  'a clock that is wrong by %i ms does not matter: the time is that of the database',
  async (wrong) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrong })
    const clock = await followClock({ database: copy.database, report })
    const before = clock.now()
    const [row] = await copy.database.query<{ time: string }>({ text: 'select clock_timestamp() as time' })
    const time = Date.parse(row!.time)
    expect(time).toBeGreaterThan(before - 1_000)
    expect(time).toBeLessThan(clock.now() + 1_000)
    await clock.stop()
  },
)

test('the database is asked again every minute, and time passes meanwhile also without it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const errors: unknown[] = []
  let answer = async () => 1_000_000
  const query = async () => [{ time: await answer() }] as never[]
  const clock = await followClock({ database: { query }, report: (error) => errors.push(error) })
  await vi.advanceTimersByTimeAsync(50_000)
  expect(clock.now()).toBe(1_050_000)

  answer = () => Promise.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(errors).toEqual([new Error('away')])
  expect(clock.now()).toBe(1_060_000)

  answer = async () => 5_000_000
  await vi.advanceTimersByTimeAsync(500)
  expect(clock.now()).toBe(5_000_000)
  await clock.stop()
})
