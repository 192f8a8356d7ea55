import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  type ClientHttp2Session,
  connect as connectHttp2,
  constants,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import type { Scope } from '@roster/api'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { listen } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_HEAD } from '../http/request-line.ts'
import { tlsOptions } from './tls.ts'

const LIMIT = 2_000

describe.skipIf(!hasOpenssl)('who is slow over TLS', () => {
  let folder: string
  let service: Service
  let given: object
  let port: number
  let session: ClientHttp2Session
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'roster-time-'))
    const { cert, key } = certificateFor('localhost', folder).files
    service = await startService({ tls: tlsOptions(cert, key) })
    // The first subscription would start it, within the limit.
    await service.startEventLog()
    const { server } = service.app
    given = Object.fromEntries(Object.entries(server))
    Object.assign(server, { headersTimeout: LIMIT, requestTimeout: LIMIT, connectionsCheckingInterval: LIMIT / 4 })
    port = await listen(service.app)
    session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false })
  })
  afterAll(async () => {
    session.destroy()
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  test('has as long as without: a minute for a request, 15 seconds for its head, which may be as large', () => {
    expect(given).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 72_000,
      maxHeaderSize: MAX_HEAD,
    })
  })

  test.each([
    ['head', 'POST /v1/session HTTP/1.1\r\nHost: roster'],
    [
      'body',
      'POST /v1/session HTTP/1.1\r\nHost: roster\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('with the %s of a request gets 408 over HTTP/1.1, and loses the connection', async (_part, bytes) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    socket.write(bytes)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request-timeout"/)
  })

  /** Begins a request over HTTP/2 whose body does not end. */
  function begin(path: string, method: string) {
    const head: OutgoingHttpHeaders = { ':path': path, ':method': method, 'content-type': 'application/json' }
    const stream = session.request(head, { endStream: false })
    stream.write('{')
    return stream
  }

  test('with a body gets 408 over HTTP/2, and loses the stream', async () => {
    const stream = begin('/v1/session', 'POST')
    const closed = once(stream, 'close')
    const [headers] = await once(stream, 'response')
    expect(headers).toMatchObject({ ':status': 408, 'content-type': 'application/problem+json; charset=utf-8' })
    expect(JSON.parse(await text(stream))).toMatchObject({ code: 'request-timeout', instance: '/v1/session' })
    await closed
  })

  test('with a body that nobody reads loses the stream over HTTP/2, as other streams do not', async () => {
    const path = '/events'
    const headers = { 'x-api-key': (await service.admin.sdk.apiKeys.create(KEY())).secret }
    const whole = session.request({ ':path': path, ...headers }, { endStream: false }).end()
    const open = session.request({ ':path': path, ...headers }, { endStream: false })
    open.on('error', () => {})
    const closed = once(open, 'close')
    const answers = await Promise.all([once(whole, 'response'), once(open, 'response')])
    expect(answers.map(([{ ':status': status }]) => status)).toEqual([200, 200])
    for (const stream of [whole, open]) stream.resume()
    await closed
    await wait(LIMIT)
    expect(whole.closed).toBe(false)
    whole.close()
  })

  test('with a body that no answer waits for loses the stream after the answer', async () => {
    const headers = { ':path': '/v1/session', ':method': 'POST', 'content-type': 'text/plain' }
    const stream = session.request(headers, { endStream: false })
    stream.write('{')
    const closed = once(stream, 'close')
    const [answer] = await once(stream, 'response')
    stream.resume()
    await closed
    expect([answer[':status'], stream.rstCode]).toEqual([415, constants.NGHTTP2_NO_ERROR])
  })

  test('with nothing but its answer is left alone', async () => {
    const stream = begin('/livez', 'GET')
    stream.end('}')
    stream.resume()
    await once(stream, 'close')
    expect(stream.rstCode).toBe(0)
  })

  test('may have 100 requests under way on one connection', async () => {
    const other = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false })
    const [settings] = (await once(other, 'remoteSettings')) as [Settings]
    expect(settings.maxConcurrentStreams).toBe(100)
    other.close()
  })
})

const KEY = (): { name: string; role: 'admin'; scopes: Scope[] } => ({
  name: 'Slow',
  role: 'admin',
  scopes: ['read:events', 'read:users', 'read:orders'],
})
