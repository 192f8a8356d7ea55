import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../data/database.ts'
import { lastUsesIn } from './last-used.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a use that the database did not take is written down with the next one', async () => {
  const written: unknown[] = []
  let isLost = true
  const query = async (_statement: unknown, values: unknown) => {
    if (isLost) throw new Error('Connection terminated unexpectedly')
    written.push(values)
    return []
  }
  const database = { query } as unknown as Database
  const markUsed = lastUsesIn('api_keys')
  markUsed(database, 'key_1', 0)
  await vi.advanceTimersByTimeAsync(1_000)
  isLost = false
  markUsed(database, 'key_1', 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(written).toEqual([[['key_1'], ['1970-01-01T00:00:01.000Z']]])
})
