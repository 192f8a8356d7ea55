import { freeze, outcome, scripted } from '@roster/test/scripted-client'
import { json, problem } from '@roster/test/scripted-fetch'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

const user = { id: 'usr_1', name: 'Ada' }

freeze()

describe('the wait before another attempt', () => {
  test('is random, up to a time that doubles to 8 s', async () => {
    const failures = Array.from({ length: 7 }, () => new TypeError('fetch failed'))
    const { roster, delays } = scripted(failures, { maxRetries: 6, deadline: 120_000 })
    await outcome(roster.users.get('usr_1'))
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000])
  })

  test.each([
    ['seconds', '7'],
    ['a date', 'Sat, 21 Nov 2026 09:30:07 GMT'],
  ])('is what Retry-After says in %s', async (_form, header) => {
    const { roster, delays } = scripted([problem(429, 'rate-limited', { 'retry-after': header }), json(200, user)])
    expect(await outcome(roster.users.get('usr_1'))).toEqual({ value: user, after: 7_000 })
    expect(delays).toEqual([7_000])
  })

  test('is the same in every time zone, also for a date that names none', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const header = { 'retry-after': 'Sat Nov 21 09:30:07 2026' }
    const { roster, delays } = scripted([problem(429, 'rate-limited', header), json(200, user)])
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ value: user })
    expect(delays).toEqual([7_000])
  })

  test.each([
    ['that is over', '09:29:00', 0, 0],
    ['that comes within a part of a second', '09:30:01', 500, 1_000],
  ])('is not shorter than a date says, nor less than nothing: one %s', async (_what, time, now, delay) => {
    vi.setSystemTime(Date.now() + now)
    const header = { 'retry-after': `Sat, 21 Nov 2026 ${time} GMT` }
    const { roster, delays } = scripted([problem(429, 'rate-limited', header), json(200, user)])
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ value: user })
    expect(delays).toEqual([delay])
  })

  test.each([
    ['by the clock of whoever sent it', 'Sat, 21 Nov 2026 09:35:00 GMT', 7_000],
    ['by the clock of this machine, where no other is told', 'now', 307_000],
  ])('is that of a date %s', async (_what, date, delay) => {
    const header = { 'retry-after': 'Sat, 21 Nov 2026 09:35:07 GMT', date }
    const { roster, delays } = scripted([problem(429, 'rate-limited', header), json(200, user)], { deadline: 600_000 })
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ value: user })
    expect(delays).toEqual([delay])
  })

  test('grows with what failed, not with a credential that was renewed', async () => {
    const steps = [problem(401, 'unauthenticated'), new TypeError('fetch failed'), json(200, user)]
    let count = 0
    const { roster, delays } = scripted(steps, { apiKey: undefined, accessToken: async () => `token${count++}` })
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({ value: user })
    expect(delays).toEqual([250])
  })

  test.each(['1.5', '-5', '1, 2', '2026-11-21', 'soon', 'x 7'])(
    'is random where Retry-After is neither: %s',
    async (header) => {
      const { roster, delays } = scripted([problem(429, 'rate-limited', { 'retry-after': header }), json(200, user)])
      expect(await outcome(roster.users.get('usr_1'))).toEqual({ value: user, after: 250 })
      expect(delays).toEqual([250])
    },
  )

  test.each([
    ['seconds', '61'],
    ['a date', 'Sat, 21 Nov 2026 09:31:01 GMT'],
  ])('beyond the deadline is not begun: the error tells of it in seconds (%s)', async (_form, header) => {
    const { roster, sent } = scripted([problem(429, 'rate-limited', { 'retry-after': header })])
    expect(await outcome(roster.users.get('usr_1'))).toMatchObject({
      error: { name: 'RateLimitError', retryAfter: 61 },
      after: 0,
    })
    expect(sent).toHaveLength(1)
  })
})
