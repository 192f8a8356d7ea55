import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, sendRaw } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { ignoreOtherUpgrades } from './other-upgrades.ts'

let service: Service
let port: number
let secret: string
beforeAll(async () => {
  service = await startService()
  port = await listen(service.app)
  ;({ secret } = await service.admin.sdk.apiKeys.create({ name: 'Test', role: 'admin', scopes: ['write:users'] }))
})
afterAll(() => service.stop())

/** What Java's client and `curl --http2` send with every request over plain HTTP. */
const OFFER = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA']

const BODIES: [name: string, header: (body: string) => string, bytes: (body: string) => string][] = [
  ['of a known length', (body) => `Content-Length: ${body.length}`, (body) => body],
  ['in chunks', () => 'Transfer-Encoding: chunked', (body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
]

test.each(BODIES)('a body %s is read from a request that offers another protocol', async (name, header, bytes) => {
  const body = JSON.stringify({ name: 'Ada', email: `${name.replaceAll(' ', '.')}@example.com`, role: 'viewer' })
  const head = [
    'POST /v1/users HTTP/1.1',
    'Host: roster.test',
    `X-API-Key: ${secret}`,
    'Content-Type: application/json',
  ]
  const answer = await sendRaw(port, [...head, header(body), ...OFFER, '', bytes(body)].join('\r\n'))
  expect(answer).toMatchObject({ status: 201, closed: true })
})

test.each(BODIES)('so it is by a Node.js that asks nobody which upgrades it takes, %s', async (_, header, bytes) => {
  const server = createServer((request, response) => void text(request).then((body) => response.end(body)))
  Reflect.deleteProperty(server, 'shouldUpgradeCallback')
  server.on('upgrade', (_request, socket) => socket.destroy())
  ignoreOtherUpgrades(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const head = ['POST / HTTP/1.1', 'Host: roster.test', header('hello'), ...OFFER]
  const answer = await sendRaw((server.address() as AddressInfo).port, [...head, '', bytes('hello')].join('\r\n'))
  server.close()
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('hello') })
})
