import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type Service, startService } from '@roster/test/service'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

interface Line {
  level: number
  msg: string
  path?: string
  status?: number
}

const lines: Line[] = []
let service: Service
let port: number
let key: string
beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  service = await startService({ logger })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
  key = (await service.admin.sdk.apiKeys.create({ name: 'Test', role: 'admin', scopes: ['write:users'] })).secret
})
afterAll(() => service.stop())
beforeEach(() => void (lines.length = 0))

/** Begins a request, and goes away in the middle of its body. */
async function abort(path: string, headers: string[]): Promise<void> {
  const arrived = once(service.app.server, 'request')
  const socket = connect(port, '127.0.0.1')
  const all = [`POST ${path} HTTP/1.1`, 'Host: roster.test', `X-API-Key: ${key}`, ...headers]
  await new Promise<void>((sent) => socket.write(`${all.join('\r\n')}\r\n\r\n`, () => sent()))
  socket.write(headers.includes('Transfer-Encoding: chunked') ? '9\r\n{"name":"' : '{"name":"')
  await arrived
  socket.resetAndDestroy()
}

/** The lines beside those of security, which tell of attempts. */
const logged = () => lines.filter(({ msg }) => msg !== 'Security').map(({ level, msg, path }) => ({ level, msg, path }))

const JSON_BODY = 'Content-Type: application/json'

test.each([
  ['of a known length', '/v1/users', [JSON_BODY, 'Content-Length: 1000']],
  ['without one', '/v1/users', [JSON_BODY, 'Transfer-Encoding: chunked']],
  ['under an idempotency key', '/v1/users', [JSON_BODY, 'Content-Length: 1000', 'Idempotency-Key: a']],
  ['of an unknown type, under an idempotency key', '/v1/users', ['Content-Type: x/y', 'Content-Length: 1000', 'Idempotency-Key: b']], // prettier-ignore
  ['of a call', '/trpc/users.create', [JSON_BODY, 'Content-Length: 1000']],
  ['of a request for tokens', '/oauth/token', ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000']], // prettier-ignore
])(
  'a client that goes away within a body %s leaves a line about its request, and no error',
  async (_what, path, headers) => {
    for (let nth = 0; nth < 3; nth++) await abort(path, headers)
    const aborted = { level: 30, msg: 'Aborted', path }
    await expect.poll(() => logged()).toEqual([aborted, aborted, aborted])
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  },
)

test('what was cut off is not kept for its idempotency key', async () => {
  await abort('/v1/users', [JSON_BODY, 'Content-Length: 1000', 'Idempotency-Key: again'])
  await expect.poll(() => logged()).toHaveLength(1)
  const again = { name: 'Ada', email: 'ada@example.com', role: 'viewer' }
  expect(await service.withKey(key).rest('POST /v1/users', again, { 'idempotency-key': 'again' })).toMatchObject({
    status: 201,
  })
})
