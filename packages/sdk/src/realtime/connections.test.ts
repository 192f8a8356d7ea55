import { FakeSocket, sockets } from '@roster/test/fake-socket'
import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { connected, pass } from '@roster/test/scripted-socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../core/client.ts'
import { connect } from './connect.ts'

beforeEach(() => {
  sockets.length = 0
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('waits grow with connections that were lost before the service said anything, and with no others', async () => {
  const { told } = await connected()
  for (const isOpen of [false, false, true, true, false]) {
    if (isOpen) sockets.at(-1)!.open()
    sockets.at(-1)!.end(1006)
    await pass(5_000)
  }
  expect(told.map(([name, { delay }]) => [name, delay])).toEqual(
    [250, 500, 250, 250, 500].map((delay) => ['reconnecting', delay]),
  )
})

test('nobody is told that a socket comes back which was closed', async () => {
  const { socket, told } = await connected()
  sockets[0]!.open()
  const closing = socket.close()
  await pass(0)
  sockets[0]!.hear({ type: 'pong' })
  await pass(0)
  sockets[0]!.end(1000)
  await closing
  expect(told).toEqual([['close', { code: 1000, reason: '', error: undefined }]])
})

test.each([
  ['/api', '/api/realtime/tickets'],
  [undefined, '/realtime/tickets'],
])('tickets are asked for below the base path of the service: %s', async (basePath, path) => {
  const { fetch, sent } = scriptedFetch(json(201, { ticket: 'wst_1', expires_at: '' }))
  const product = { name: 'Other', userAgent: 'other/1', baseUrl: 'https://other.example.com', ...(basePath !== undefined && { basePath }) } // prettier-ignore
  const socket = connect(new Client({ apiKey: 'key', fetch }, product), { WebSocket: FakeSocket })
  socket.on('close', () => {})
  await pass(0)
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([`POST https://other.example.com${path}`])
  expect(sockets.map(({ url }) => url)).toEqual(['wss://other.example.com/ws?ticket=wst_1'])
})
