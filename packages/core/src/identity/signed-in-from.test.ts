import { expect, test } from 'vitest'
import { signedInFrom } from './signed-in-from.ts'

const from = (address: string, userAgent?: string) => signedInFrom({ address, userAgent })

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', null],
  ['203.0.113.7, 10.0.0.1', null],
  ['', null],
])('the address %j is shown as %j', (address, shown) => {
  expect(from(address).address).toBe(shown)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla/5.0 (X11; Linux x86_64)'],
  ['  curl/8.5.0 ', 'curl/8.5.0'],
  ['a\tb\u0000\u202ec\u00e9', 'a b c'],
  ['\u00e9', null],
  ['', null],
  [undefined, null],
  ['x'.repeat(300), 'x'.repeat(256)],
  [`${'x'.repeat(255)} y`, 'x'.repeat(255)],
])('the program %j is shown as %j', (userAgent, shown) => {
  expect(from('', userAgent).user_agent).toBe(shown)
})
