import type { Problem } from '@roster/api'
import { memoryStore } from '@roster/gateway'
import { startService } from '@roster/test/service'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SignInThrottle, signInThrottle } from './sign-in-throttle.ts'

let throttle: SignInThrottle
beforeEach(() => {
  vi.useFakeTimers()
  throttle = signInThrottle(memoryStore)
})
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000
const wrong = async () => undefined
const right = async () => 'ada'

/** What an attempt comes to: its proof, `wrong`, or the seconds to wait. */
const attempt = (account: string, address: string, prove: () => Promise<string | undefined>) =>
  throttle.attempt(account, address, prove).then(
    (proof) => proof ?? 'wrong',
    (problem: Problem) => problem.headers['retry-after'],
  )

const times = (count: number, make: (nth: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))

test('10 wrong attempts for an account from an address are taken, the next must wait for the rest of 15 minutes', async () => {
  await times(9, () => attempt('ada', 'a', wrong))
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(await attempt('ada', 'a', wrong)).toBe('wrong')
  expect(await attempt('ada', 'a', right)).toBe('600')
  expect(await attempt('ada', 'b', right)).toBe('ada')
  expect(await attempt('bob', 'a', right)).toBe('ada')
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(await attempt('ada', 'a', right)).toBe('ada')
})

test('30 wrong attempts for an account are taken, from wherever they come', async () => {
  await times(30, (nth) => attempt('ada', `address ${nth}`, wrong))
  expect(await attempt('ada', 'another', right)).toBe('900')
  expect(await attempt('bob', 'another', right)).toBe('ada')
})

test('50 wrong attempts from an address are taken, whatever the accounts', async () => {
  await times(50, (nth) => attempt(`account ${nth}`, 'a', wrong))
  expect(await attempt('ada', 'a', right)).toBe('900')
  expect(await attempt('ada', 'b', right)).toBe('ada')
})

test('what is right, refused or failed for another reason does not count', async () => {
  for (let turn = 0; turn < 60; turn++) expect(await attempt('ada', 'a', right)).toBe('ada')
  const broken = () => throttle.attempt('ada', 'a', () => Promise.reject(new Error('broken')))
  for (let turn = 0; turn < 60; turn++) await expect(broken()).rejects.toThrow('broken')
  await times(10, () => attempt('ada', 'a', wrong))
  for (let turn = 0; turn < 60; turn++) expect(await attempt('ada', 'a', wrong)).toBe('900')
  expect(await attempt('ada', 'b', right)).toBe('ada')
  expect(await attempt('bob', 'a', right)).toBe('ada')
})

test('of 40 wrong attempts at once no more than 10 are made', async () => {
  const prove = vi.fn<typeof wrong>(wrong)
  await times(40, () => attempt('ada', 'a', prove))
  expect(prove).toHaveBeenCalledTimes(10)
})

test('signing in answers 429 with Retry-After, for addresses that nobody has as well', async () => {
  vi.useRealTimers()
  const service = await startService({ throttle })
  const signIn = () => service.anonymous.rest('POST /v1/session', { email: 'a@example.com', password: 'x' })
  for (let turn = 0; turn < 10; turn++) expect(await signIn()).toMatchObject({ status: 401 })
  expect(await signIn()).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^(?:900|89\d)$/) },
    body: { code: 'rate-limited' },
  })
  await service.stop()
})
