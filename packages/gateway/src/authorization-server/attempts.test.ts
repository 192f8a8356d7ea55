import { expect, test } from 'vitest'
import { memoryStore } from '@roster/gateway'
import { userCodeThrottle } from './attempts.ts'

test('10 wrong user codes are taken from an address, and all addresses of an IPv6 /64 are one', async () => {
  const throttle = userCodeThrottle(memoryStore)
  const wrong = (address: string) => throttle.attempt(address, async () => undefined)
  for (let nth = 0; nth < 10; nth++) expect(await wrong(`2001:db8:0:1::${nth}`)).toBeUndefined()
  await expect(wrong('2001:db8:0:1:ffff::1')).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '900' },
  })
  expect(await throttle.attempt('2001:db8:0:2::1', async () => 'right')).toBe('right')
})
