import { connect, type Socket as TcpSocket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendRaw, sendRawFor } from '../support/raw-requests.ts'
import { addressOf } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let port: number
let secret: string
beforeAll(async () => {
  service = await startService()
  port = Number(new URL(await addressOf(service.app)).port)
  ;({ secret } = await service.admin.sdk.apiKeys.create({
    name: 'Raw',
    role: 'admin',
    scopes: ['read:events', 'read:users', 'read:orders'],
  }))
})
afterAll(() => service.stop())

const HANDSHAKE = {
  Host: 'x',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

function handshake(changes: Record<string, string | undefined> = {}, method = 'GET', version = '1.1'): string {
  const headers = Object.entries({ ...HANDSHAKE, 'X-API-Key': secret, ...changes })
  const lines = headers.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return `${method} /ws HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n`
}

test('a handshake is answered with 101 and the accept value of its key', async () => {
  expect(await sendRaw(port, handshake({ 'X-Request-ID': 'trace-1' }))).toMatchObject({
    status: 101,
    headers: {
      'x-request-id': 'trace-1',
      'x-content-type-options': 'nosniff',
      upgrade: 'websocket',
      connection: 'Upgrade',
      // The example of RFC 6455, section 1.3.
      'sec-websocket-accept': 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    },
  })
})

test.each([
  ['another version', { 'Sec-WebSocket-Version': '12' }, 426, 'upgrade-required'],
  ['no version', { 'Sec-WebSocket-Version': undefined }, 426, 'upgrade-required'],
  ['another protocol', { Upgrade: 'h2c' }, 426, 'upgrade-required'],
  ['no upgrade', { Upgrade: undefined, Connection: undefined }, 426, 'upgrade-required'],
  ['a key that is none', { 'Sec-WebSocket-Key': 'x' }, 400, 'bad-request'],
  ['no key', { 'Sec-WebSocket-Key': undefined }, 400, 'bad-request'],
  ['a subprotocol that is none', { 'Sec-WebSocket-Protocol': 'a,,b' }, 400, 'bad-request'],
  ['a subprotocol that comes twice', { 'Sec-WebSocket-Protocol': 'a, a' }, 400, 'bad-request'],
  ['two credentials', { Authorization: 'Basic eDo=' }, 400, 'bad-request'],
  ['a bad credential', { 'X-API-Key': 'rk_x' }, 401, 'unauthenticated'],
])('a handshake with %s is refused with a problem', async (_, changes, status, code) => {
  const answer = await sendRaw(port, handshake(changes))
  expect(answer).toMatchObject({
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...(status === 426 && { 'sec-websocket-version': '13', upgrade: 'websocket', connection: 'close, Upgrade' }),
    },
  })
  expect(answer.body).toContain(`"code":"${code}"`)
})

test('HTTP/1.0 opens no socket', async () => {
  expect(await sendRaw(port, handshake({}, 'GET', '1.0'))).toMatchObject({ status: 426 })
})

test('a handshake by another method is 405', async () => {
  expect(await sendRaw(port, handshake({}, 'POST'))).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
})

test('a handshake that is sent before an earlier request is answered opens no socket, and its connection is closed', async () => {
  const earlier = `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\n\r\n`
  const { status, body, closed } = await sendRawFor(2, port, earlier + handshake())
  expect({ status, closed }).toEqual({ status: 200, closed: true })
  expect(body).toMatch(/HTTP\/1\.1 426 [^]*"code":"upgrade-required"/)
  await expect.poll(() => promisify(service.app.server.getConnections.bind(service.app.server))()).toBe(0)
})

/** A client frame (RFC 6455, section 5.2), masked with zeros. */
function frame(opcode: number, payload: Buffer | string, { fin = 0x80, mask = true, reserved = 0 } = {}): Buffer {
  const data = Buffer.from(payload)
  return Buffer.concat([
    Buffer.from([fin | reserved | opcode, (mask ? 0x80 : 0) | data.length]),
    Buffer.alloc(mask ? 4 : 0),
    data,
  ])
}

/** Sends frames over a new socket, and returns the code of the Close frame that comes back. */
async function closeCodeAfter(...frames: Buffer[]): Promise<number> {
  const socket: TcpSocket = connect(port, '127.0.0.1')
  socket.write(handshake())
  let bytes = Buffer.alloc(0)
  let isOpen = false
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    const head = bytes.indexOf('\r\n\r\n')
    if (!isOpen && head !== -1) {
      isOpen = true
      bytes = bytes.subarray(head + 4)
      for (const one of frames) socket.write(one)
    }
    if (isOpen && bytes[0] === 0x88 && bytes.length >= 4) break
  }
  socket.destroy()
  return bytes.readUInt16BE(2)
}

const TEXT = 1
const CONTINUATION = 0
const PING = 9

test.each([
  ['a frame that is not masked', [frame(TEXT, '{}', { mask: false })], 1002],
  ['a reserved opcode', [frame(3, '')], 1002],
  ['a reserved bit', [frame(TEXT, '{}', { reserved: 0x40 })], 1002],
  ['a continuation of nothing', [frame(CONTINUATION, '{}')], 1002],
  ['a control frame in pieces', [frame(PING, '', { fin: 0 })], 1002],
  ['text that is no UTF-8', [frame(TEXT, Buffer.from([0xff, 0xfe]))], 1007],
  ['a Close frame with a code', [frame(8, Buffer.from([0x03, 0xe8]))], 1000],
])('%s closes the socket', async (_, frames, code) => {
  expect(await closeCodeAfter(...frames)).toBe(code)
})

test('a socket whose client answers no Close frame is cut after five seconds', async () => {
  const socket = connect(port, '127.0.0.1')
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])))
  socket.on('error', () => {})
  socket.write(handshake())
  await expect.poll(() => bytes.includes('\r\n\r\n')).toBe(true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (let nth = 0; nth < 21; nth++) socket.write(frame(TEXT, '{"type":"ping"}'))
    while (!bytes.includes('flood')) await nextTurn()
    vi.advanceTimersByTime(4_999)
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    expect(socket.closed).toBe(false)
    vi.advanceTimersByTime(1)
    while (!socket.closed) await nextTurn()
  } finally {
    vi.useRealTimers()
    socket.destroy()
  }
})
