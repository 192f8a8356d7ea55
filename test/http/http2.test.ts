import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  type ClientHttp2Session,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application, type Scope, scopes } from '@roster/api'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { listen } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tlsOptions } from '../../packages/gateway/src/server/tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'roster-http2-'))

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'FROB']

const LINES = { 'trpc-accept': 'application/jsonl' }

const others = process.listeners('unhandledRejection')
/** Rejects with what would end the process of a service. */
let ended: Promise<never>

describe.skipIf(!hasOpenssl)('over HTTP/2', () => {
  let service: Service
  let newSession: () => Promise<ClientHttp2Session>
  let session: ClientHttp2Session
  let secret: string
  /** Called with the target of each request whose response is sent. */
  let answered: (url: string) => unknown = () => {}
  const paths = new Set(['/nothing', '/v1/nothing', '/v1/users/', '/trpc/nothing', '/trpc/'])

  beforeAll(async () => {
    process.removeAllListeners('unhandledRejection')
    ended = new Promise((_resolve, reject) => process.on('unhandledRejection', reject))
    ended.catch(() => {})
    const { cert, files } = certificateFor('localhost', folder)
    service = await startService({
      tls: tlsOptions(files.cert, files.key),
      mcp: true,
      // It is called before any route is there.
      traceRequests: (app) => {
        app.addHook('onRoute', ({ url }) => void paths.add(url.replaceAll(/:\w+|\*/g, 'nothing')))
        app.addHook('onResponse', async ({ url }) => void answered(url))
      },
    })
    for (const name of Object.keys(application.router._def.procedures)) paths.add(`/trpc/${name}?batch=1&input=%7B%7D`)
    const everything = { role: 'admin', scopes: Object.keys(scopes) as Scope[] } as const
    secret = (await service.admin.sdk.apiKeys.create({ name: 'HTTP/2', ...everything })).secret
    const url = `https://localhost:${await listen(service.app)}`
    newSession = async () => {
      const opened = connect(url, { ca: cert })
      await once(opened, 'connect')
      return opened
    }
    session = await newSession()
  })
  afterAll(async () => {
    process.removeAllListeners('unhandledRejection')
    for (const other of others) process.on('unhandledRejection', other)
    session.destroy()
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  /** What a request is answered with. Streams are left when they begin. */
  async function statusOf(head: OutgoingHttpHeaders): Promise<number> {
    const stream = session.request(head, { endStream: true })
    const [headers] = await Promise.race([once(stream, 'response') as Promise<[IncomingHttpHeaders]>, ended])
    const closed = once(stream, 'close')
    if (headers['content-type'] === 'text/event-stream') stream.close()
    else stream.resume()
    await Promise.race([closed, ended])
    return Number(headers[':status'])
  }

  test('the lines that an official client of tRPC asks for are sent', async () => {
    expect(
      await statusOf({ ':path': '/trpc/events.subscribe?batch=1&input=%7B%7D', 'x-api-key': secret, ...LINES }),
    ).toBe(200)
  })

  test('HEAD of a streamed batch ends on both sides', async () => {
    const done = Promise.withResolvers<string>()
    answered = (url) => url.includes('users.list,me.get') && done.resolve(url)
    const head = { ':method': 'HEAD', ':path': '/trpc/users.list,me.get?batch=1', 'x-api-key': secret, ...LINES }
    expect(await statusOf(head)).toBe(200)
    await done.promise
  })

  test('no socket is opened', async () => {
    expect(await statusOf({ ':path': '/ws' })).toBe(426)
  })

  const hosts: [what: string, head: OutgoingHttpHeaders, status: number][] = [
    ['that the address does not name', { ':authority': 'localhost', host: 'other.test' }, 400],
    ['and no address', { host: 'localhost' }, 200],
    ['that the address names', { ':authority': 'Localhost:443', host: 'localhost' }, 200],
  ]

  test.each(hosts)('a Host header %s is answered as over HTTP/1.1', async (_what, head, status) => {
    expect(await statusOf({ ':path': '/livez', ...head })).toBe(status)
  })

  test('headers are limited by their size, not by their number', async () => {
    const headers = (count: number, value: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, value]))
    expect(await statusOf({ ':path': '/livez', ...headers(500, 'y') })).toBe(200)
    expect(await statusOf({ ':path': '/livez', ...headers(700, 'y'.repeat(20)) })).toBe(431)
  })

  test('the target, which has a limit of its own, is no header', async () => {
    const path = `/livez?${'x'.repeat(8_192 - 7)}`
    expect(await statusOf({ ':path': path, 'x-long': 'y'.repeat(16_000) })).toBe(200)
    expect(await statusOf({ ':path': `${path}x`, 'x-long': 'y' })).toBe(414)
  })

  test.each(['/livez#part', '/livez?x#part', '/livez?é', '/v1/users/é'])(
    'the target %s, which is not encoded, is 400 as over HTTP/1.1',
    async (path) => {
      expect(await statusOf({ ':path': path })).toBe(400)
    },
  )

  const callers: [who: string, headersOf: () => Record<string, string>][] = [
    ['nobody', () => ({})],
    ['nobody, who takes lines', () => LINES],
    ['an administrator', () => ({ 'x-api-key': secret })],
    ['an administrator, who takes lines', () => ({ 'x-api-key': secret, ...LINES })],
  ]

  test.each(callers)('every path answers every method of %s', async (_who, headersOf) => {
    const failed: string[] = []
    for (const path of paths)
      for (const method of METHODS) {
        const status = await statusOf({ ':path': path, ':method': method, ...headersOf() })
        if (method === 'FROB' ? status !== 501 : status >= 500) failed.push(`${method} ${path}: ${status}`)
      }
    expect(paths.size).toBeGreaterThan(100)
    expect(failed).toEqual([])
  })

  test.each([callers[0]!, callers[2]!])('who goes away before the answer harms nobody: %s', async (_who, headersOf) => {
    for (const path of paths) {
      // Too many resets on one connection are taken for an attack.
      const own = await newSession()
      for (const method of ['GET', 'POST'])
        for (const turns of [0, 1, 3]) {
          const stream = own.request({ ':path': path, ':method': method, ...headersOf() }, { endStream: true })
          for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
          stream.close(constants.NGHTTP2_CANCEL)
          await Promise.race([once(stream, 'close'), ended])
        }
      own.close()
    }
    expect(await statusOf({ ':path': '/livez' })).toBe(200)
  })
})
