import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectHttp2, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { connect, type SecureVersion } from 'node:tls'
import { type Certificate, certificateFor, hasOpenssl } from '@roster/test/certificate'
import { listen } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_LIMIT } from '../../packages/gateway/src/http/body.ts'
import { tlsOptions } from '../../packages/gateway/src/server/tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'roster-tls-'))
const HSTS = 'max-age=63072000; includeSubDomains'

let service: Service
let port: number

describe.skipIf(!hasOpenssl)('with a certificate that the openssl command makes', () => {
  let own: Certificate
  beforeAll(async () => {
    own = certificateFor('localhost', folder)
    service = await startService({ tls: tlsOptions(own.files.cert, own.files.key), httpsOnly: true })
    port = await listen(service.app)
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  function negotiated(version: SecureVersion): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const ciphers = 'DEFAULT@SECLEVEL=0'
      const socket = connect({
        port,
        ca: own.cert,
        servername: 'localhost',
        minVersion: version,
        maxVersion: version,
        ciphers,
      })
      socket.once('secureConnect', () => {
        resolve(socket.getProtocol())
        socket.destroy()
      })
      socket.once('error', reject)
    })
  }

  test('TLS 1.2 and 1.3 are spoken, 1.1 is refused', async () => {
    expect(await negotiated('TLSv1.2')).toBe('TLSv1.2')
    expect(await negotiated('TLSv1.3')).toBe('TLSv1.3')
    await expect(negotiated('TLSv1.1')).rejects.toThrow(/protocol version|alert/i)
  })

  test('a client that asks to negotiate anew is not listened to', async () => {
    const socket = connect({ port, ca: own.cert, servername: 'localhost', maxVersion: 'TLSv1.2' })
    await once(socket, 'secureConnect')
    const refused = once(socket, 'error')
    socket.renegotiate({}, () => {})
    expect(await refused).toMatchObject([{ message: expect.stringContaining('no renegotiation') }])
    socket.destroy()
  })

  /** What a request over HTTP/2 is answered with. */
  async function answerTo(head: OutgoingHttpHeaders) {
    const session = connectHttp2(`https://localhost:${port}`, { ca: own.cert })
    const stream = session.request(head, { endStream: true })
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]
    const body = await json(stream)
    session.close()
    return { headers, body }
  }

  const common = {
    'content-type': 'application/problem+json; charset=utf-8',
    'strict-transport-security': HSTS,
    'x-frame-options': 'DENY',
  }

  test('REST is served over HTTP/2', async () => {
    expect(await answerTo({ ':path': '/v1/me', ':method': 'GET' })).toMatchObject({
      headers: { ...common, ':status': 401 },
      body: { code: 'unauthenticated', instance: '/v1/me' },
    })
  })

  test.each(['FROB', 'TRACE', 'get'])(
    'the method %s is 501 over HTTP/2, with the headers of every answer',
    async (method) => {
      expect(await answerTo({ ':path': '/v1/me', ':method': method, 'x-request-id': 'mine' })).toMatchObject({
        headers: { ...common, ':status': 501, 'x-request-id': 'mine' },
        body: { code: 'not-implemented', instance: '/v1/me', request_id: 'mine' },
      })
    },
  )

  test('CONNECT is 501 over HTTP/2, with the headers of every answer', async () => {
    expect(await answerTo({ ':method': 'CONNECT', ':authority': 'localhost:443' })).toMatchObject({
      headers: { ...common, ':status': 501 },
      body: { code: 'not-implemented', instance: '/' },
    })
  })

  test('bodies that are refused before they are read are told apart over HTTP/2 as well', async () => {
    const open = await startService({ tls: tlsOptions(own.files.cert, own.files.key) })
    const { secret } = await open.admin.sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: ['write:users'] })
    const session = connectHttp2(`https://localhost:${await listen(open.app)}`, { ca: own.cert })
    const post = async (body: string, idempotencyKey: string) => {
      const headers = {
        'x-api-key': secret,
        'idempotency-key': idempotencyKey,
        'content-type': 'text/plain',
      }
      const stream = session.request({ ':path': '/v1/users', ':method': 'POST', ...headers })
      stream.end(body)
      const [answer] = (await once(stream, 'response')) as [Record<string, unknown>]
      stream.resume()
      return [answer[':status'], answer['idempotent-replayed']]
    }
    const large = 'x'.repeat(BODY_LIMIT + 1)
    for (const [body, other] of [
      ['', 'x'],
      ['x', large],
      [large, 'x'],
    ] as const) {
      const name = `of ${body.length}`
      expect([await post(body, name), await post(body, name), await post(other, name)]).toEqual([
        [415, undefined],
        [415, 'true'],
        [422, undefined],
      ])
    }
    session.destroy()
    await open.stop()
  })

  test('REST is served over HTTP/1.1', async () => {
    const answer = await new Promise<{ status: number | undefined; version: string; hsts: unknown }>(
      (resolve, reject) => {
        const sent = request({ port, ca: own.cert, host: 'localhost', path: '/v1/me', agent: false }, (response) => {
          response.resume()
          const { statusCode: status, httpVersion: version, headers } = response
          resolve({ status, version, hsts: headers['strict-transport-security'] })
        })
        sent.once('error', reject).end()
      },
    )
    expect(answer).toEqual({ status: 401, version: '1.1', hsts: HSTS })
  })

  test('what is no request is refused with a problem over TLS as well', async () => {
    const socket = connect({ port, ca: own.cert, servername: 'localhost' })
    socket.end('prose\r\n\r\n')
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain(`strict-transport-security: ${HSTS}`)
    expect(text).toContain('"code":"bad-request"')
  })
})
