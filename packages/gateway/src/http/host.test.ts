import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawConnection, rawConnection } from '@roster/test/raw'
import { type Service, startService } from '@roster/test/service'

let service: Service
let exchange: RawConnection
beforeAll(async () => {
  service = await startService()
  exchange = await rawConnection(service.app)
})
afterAll(() => service.stop())

const bytes = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Connection: close', ...headers, '', ''].join('\r\n')

test.each([
  ['no Host header', bytes('/livez'), 'The request has 0 Host headers. Send one.'],
  ['two Host headers', bytes('/livez', 'Host: a', 'host: a'), 'The request has 2 Host headers. Send one.'],
  [
    'a target of another host',
    bytes('http://other.test/livez', 'Host: roster.test'),
    'The request target names another host than the Host header. Send the path alone.',
  ],
  [
    'a target of another port',
    bytes('http://roster.test:8080/livez', 'Host: roster.test'),
    'The request target names another host than the Host header. Send the path alone.',
  ],
])('%s is 400', async (_, request, detail) => {
  const [head, body] = (await exchange(request)).split('\r\n\r\n') as [string, string]
  expect(head).toMatch(/^HTTP\/1.1 400 /)
  expect(JSON.parse(body)).toMatchObject({ code: 'bad-request', detail, instance: '/livez' })
})

test('a target in absolute form is the path it names', async () => {
  expect(await exchange(bytes('http://Roster.test/livez?x', 'Host: roster.test'))).toMatch(/^HTTP\/1.1 200 OK/)
  const answer = await exchange(bytes('http://roster.test/nowhere?x', 'Host: roster.test'))
  expect(answer).toMatch(/^HTTP\/1.1 404 /)
  expect(answer).toContain('"instance":"/nowhere"')
  expect(await exchange(bytes('http://roster.test', 'Host: roster.test'))).toMatch(/^HTTP\/1.1 302 /)
})
