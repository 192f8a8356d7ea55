import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2, constants, type OutgoingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { PATIENCE } from '@roster/test/patience'
import { listen } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Durations } from '../metrics/durations.ts'
import { tlsOptions } from '../server/tls.ts'

interface Line {
  level: number
  msg: string
  method?: string
  path?: string
  status?: number
  address?: string
  caller?: object | null
}

const BODY = { role: 'viewer', name: 'Ada' }

describe.skipIf(!hasOpenssl)('the end of a request', () => {
  const lines: Line[] = []
  let folder: string
  let service: Service
  let port: number
  let secret: string
  let session: ClientHttp2Session
  /** Resolves when a change is at work. */
  let arrived: PromiseWithResolvers<void>
  /** What each change waits for. */
  let go: PromiseWithResolvers<void>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'roster-end-'))
    const { cert, key } = certificateFor('localhost', folder).files
    service = await startService({
      tls: tlsOptions(cert, key),
      metrics: { lag: async () => ({ unsequenced: 0, age: 0 }), waitingQueries: () => 0, isOpenHere: true },
      logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) }),
      traceRequests: (app) =>
        app.addHook('preHandler', async ({ url }) => {
          if (url !== '/v1/users') return
          arrived.resolve()
          await go.promise
        }),
    })
    ;({ secret } = await service.admin.sdk.apiKeys.create({
      name: 'Test',
      role: 'admin',
      scopes: ['write:users', 'read:events'],
    }))
    port = await listen(service.app)
    session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false })
  })
  afterAll(async () => {
    session.destroy()
    await service.stop()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    lines.length = 0
    arrived = Promise.withResolvers()
    go = Promise.withResolvers()
  })

  /** Sends a change, and leaves when it is at work. */
  async function leave(protocol: string, body: string): Promise<void> {
    if (protocol === 'HTTP/1.1') {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
      const head = [
        'POST /v1/users HTTP/1.1',
        'Host: localhost',
        `X-API-Key: ${secret}`,
        `Content-Length: ${body.length}`,
      ]
      socket.write([...head, 'Content-Type: application/json', '', body].join('\r\n'))
      await arrived.promise
      socket.destroy()
    } else {
      const stream = session.request(head('POST', '/v1/users'), { endStream: false })
      stream.on('error', () => {}).end(body)
      await arrived.promise
      stream.close(constants.NGHTTP2_CANCEL)
    }
  }

  const head = (method: string, path: string): OutgoingHttpHeaders => ({
    ':method': method,
    ':path': path,
    'x-api-key': secret,
    'content-type': 'application/json',
  })

  const ends = () => lines.filter(({ msg, path }) => path === '/v1/users' && msg !== 'Security')

  const counted = async (status: number) => {
    const { body } = await service.anonymous.rest<string>('GET /metrics')
    const series = `http_request_duration_seconds_count{method="POST",route="/v1/users",status="${status}"}`
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.split(' ')[1] ?? 0,
    )
  }

  test.each(['HTTP/1.1', 'HTTP/2'])(
    'before whose answer the client leaves is one line over %s, and counts as 499',
    async (protocol) => {
      const [left, made] = [await counted(499), await counted(201)]
      const email = `${protocol.replace('/', '.')}@example.com`
      await leave(protocol, JSON.stringify({ ...BODY, email }))
      const aborted = { msg: 'Aborted', method: 'POST', address: '127.0.0.1' }
      await expect.poll(ends, { timeout: PATIENCE }).toMatchObject([aborted])
      go.resolve()
      const isMade = async () => (await service.admin.sdk.users.list({ search: email })).data.length
      await expect.poll(isMade, { timeout: PATIENCE }).toBe(1)
      expect(ends().filter(({ method }) => method === 'POST')).toMatchObject([{ msg: 'Aborted' }])
      expect([await counted(499), await counted(201)]).toEqual([left + 1, made])
    },
  )

  test('that is answered is a line with its status, over HTTP/2 too', async () => {
    go.resolve()
    const made = await counted(201)
    const stream = session.request(head('POST', '/v1/users'), { endStream: false })
    stream.end(JSON.stringify({ ...BODY, email: 'answered@example.com' }))
    expect(JSON.parse(await text(stream))).toMatchObject({ email: 'answered@example.com' })
    if (!stream.closed) await once(stream, 'close')
    const answered = { msg: 'Answered', status: 201, address: '127.0.0.1' }
    await expect.poll(ends, { timeout: PATIENCE }).toMatchObject([answered])
    expect(await counted(201)).toBe(made + 1)
  })

  test('of a stream that its client closes is a line with its status', async () => {
    const stream = session.request(head('GET', '/events'))
    await once(
      stream.on('error', () => {}),
      'response',
    )
    stream.close(constants.NGHTTP2_CANCEL)
    const left = () => lines.filter(({ path }) => path === '/events')
    await expect.poll(left, { timeout: PATIENCE }).toMatchObject([{ msg: 'Answered', status: 200 }])
  })

  test('that cannot be noted is an error in the log, and ends nothing else', async () => {
    const failing = vi.spyOn(Durations.prototype, 'observe').mockImplementationOnce(() => {
      throw new Error('no room')
    })
    await text(session.request(head('GET', '/livez')))
    const errors = () => lines.filter(({ level }) => level > 30)
    await expect.poll(errors, { timeout: PATIENCE }).toMatchObject([{ level: 50, err: { message: 'no room' } }])
    failing.mockRestore()
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'Answered', path: '/livez', status: 200 }))
  })

  test('with a method that nobody knows is one line over HTTP/2, and no warning, and is counted with all others', async () => {
    const stream = session.request(head('FROB', '/frob'))
    expect(JSON.parse(await text(stream))).toMatchObject({ status: 501 })
    const left = () => lines.filter(({ level, path }) => level > 30 || path === '/frob')
    await expect.poll(left, { timeout: PATIENCE }).toMatchObject([{ msg: 'Answered', method: 'FROB', status: 501 }])
    const { body } = await service.anonymous.rest<string>('GET /metrics')
    expect(body).toContain('http_request_duration_seconds_count{method="_OTHER",route="none",status="501"} 1')
    expect(body).not.toContain('FROB')
  })
})
