import { expect, test } from 'vitest'
import { nextAttemptAt, retryAfterOf } from './schedule.ts'

const NOW = Date.parse('2026-11-21T09:30:00.000Z')
const pause = (failures: number, chance: number) => {
  const next = nextAttemptAt({ failures, time: NOW, chance })
  return next === null ? null : (next - NOW) / 1_000
}

test('ten attempts: at once, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
  const pauses = Array.from({ length: 11 }, (_, failures) => pause(failures, 0.5))
  expect(pauses).toEqual([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
})

test('each pause differs by up to a fifth', () => {
  expect([pause(2, 0), pause(2, 1)]).toEqual([240, 360])
  const some = Array.from({ length: 50 }, () => nextAttemptAt({ failures: 2, time: NOW })! - NOW)
  expect(Math.min(...some)).toBeGreaterThanOrEqual(240_000)
  expect(Math.max(...some)).toBeLessThanOrEqual(360_000)
  expect(new Set(some).size).toBeGreaterThan(1)
})

test('the later of schedule and Retry-After counts, up to a day', () => {
  const next = (retryAfter: number) => nextAttemptAt({ failures: 1, time: NOW, chance: 0.5, retryAfter })! - NOW
  expect(next(NOW + 60_000)).toBe(60_000)
  expect(next(NOW + 1_000)).toBe(5_000)
  expect(next(NOW + 1e12)).toBe(86_400_000)
  expect(next(Infinity)).toBe(86_400_000)
})

test.each([
  ['120', NOW + 120_000],
  ['Sat, 21 Nov 2026 09:31:00 GMT', NOW + 60_000],
  ['Saturday, 21-Nov-26 09:31:00 GMT', NOW + 60_000],
  ['Sat Nov 21 09:31:00 2026', NOW + 60_000],
  ['99999999999', NOW + 99_999_999_999_000],
  ['1'.repeat(400), Infinity],
  ['soon', undefined],
  ['please 2099', undefined],
  ['2030-01-01', undefined],
  ['Sat, 99 Nov 2026 09:31:00 GMT', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s', (header, time) => {
  expect(retryAfterOf(header, NOW)).toBe(time)
})
