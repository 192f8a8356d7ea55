import { type Service, startService } from '@roster/test/service'
import { throttleIn } from '@roster/test/throttle'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutPorts } from './forwarded-addresses.ts'

test.each([
  ['203.0.113.7:5000', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1:80,203.0.113.7:5000, 192.0.2.1', '198.51.100.1, 203.0.113.7, 192.0.2.1'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is read as %s', (addresses, read) => {
  expect(withoutPorts(addresses)).toBe(read)
})

let service: Service
let proxied: Service
beforeAll(async () => {
  service = await startService()
  proxied = await startService({ beside: service, trustProxy: 1, throttle: throttleIn() })
})
afterAll(async () => {
  await proxied.app.close()
  await service.stop()
})

test.each([
  [0, '127.0.0.1'],
  [1, '203.0.113.7'],
  [2, '192.0.2.9'],
])(
  'behind %i proxies a caller is at the address that the first of them saw, whatever it says itself',
  async (trustProxy, address) => {
    const seen: unknown[] = []
    const write = (line: string) => void seen.push(JSON.parse(line).security?.address)
    const behind = await startService({ beside: service, trustProxy, logger: pino({ level: 'info' }, { write }) })
    const headers = { 'x-forwarded-for': '198.51.100.1, 192.0.2.9, 203.0.113.7' }
    await behind.anonymous.rest('POST /v1/session', { email: 'ada@example.com', password: 'wrong password 1' }, headers)
    expect(seen.filter((one) => one !== undefined)).toEqual([address])
    await behind.app.close()
  },
)

test.each([
  ['203.0.113.7', (port: number) => `203.0.113.7:${port}`],
  ['2001:db8::1', (port: number) => `[2001:db8::1]:${port}`],
])('an address is throttled as one, whatever port a proxy writes to it: %s', async (address, from) => {
  const statuses = []
  for (let port = 5_000; port < 5_011; port++) {
    const credentials = { email: `${address}@example.com`, password: 'wrong password 1' }
    const headers = { 'x-forwarded-for': from(port) }
    statuses.push((await proxied.anonymous.rest('POST /v1/session', credentials, headers)).status)
  }
  expect(statuses.at(-2)).toBe(401)
  expect(statuses.at(-1)).toBe(429)
})
