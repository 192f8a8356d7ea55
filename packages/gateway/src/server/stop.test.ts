import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect as connectSecurely } from 'node:http2'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { stopOnSignals, stopWhenTold } from './stop.ts'
import { tlsOptions } from './tls.ts'

/** How long requests in flight are given, in milliseconds. */
const GRACE = 10_000

let folder: string
let secure: ReturnType<typeof tlsOptions>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stop-'))
  if (!hasOpenssl) return
  const { cert, key } = certificateFor('127.0.0.1', folder).files
  secure = tlsOptions(cert, key)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const former = process.listeners('SIGTERM')
/** What the process would have exited with so far. */
let codes: unknown[]
/** Resolves when the process would have exited. */
let exited: Promise<void>
/** What of the server has been closed. */
let closed: string[]
beforeEach(() => {
  closed = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] })
  codes = []
  const exit = Promise.withResolvers<void>()
  exited = exit.promise
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    codes.push(code)
    exit.resolve()
    return undefined as never
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    for (const listener of process.listeners(name)) if (!former.includes(listener)) process.off(name, listener)
})

/** As a signal would, but for the listeners of others. */
function signal(): void {
  for (const listener of process.listeners('SIGTERM')) if (!former.includes(listener)) listener('SIGTERM')
}

/** A server that never answers at `/never`, and tells when it was asked. */
function server(options: object = {}) {
  const asked = Promise.withResolvers<void>()
  const app: FastifyInstance = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false, ...options })
  app.get('/never', () => {
    asked.resolve()
    return new Promise(() => {})
  })
  app.addHook('onClose', async () => void closed.push('the rest'))
  return { app, asked: asked.promise }
}

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

/** Asks for what is never answered. Each returns how that ends. */
const ways: Record<string, (port: number) => Promise<unknown>> = {
  'HTTP/1.1': (port) => once(get(`http://127.0.0.1:${port}/never`), 'error'),
  'HTTP/1.1 over TLS': (port) =>
    once(getSecurely(`https://127.0.0.1:${port}/never`, { rejectUnauthorized: false }), 'error'),
  async 'HTTP/2'(port) {
    const session = connectSecurely(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    session.on('error', () => {})
    session.request({ ':path': '/never' }).on('error', () => {})
    await once(session, 'close')
  },
}

describe.each(Object.keys(ways))('over %s', (way) => {
  test.skipIf(way !== 'HTTP/1.1' && !hasOpenssl)(
    'what has no answer in time is cut off, and the rest is closed',
    async () => {
      const { app, asked } = server(way === 'HTTP/1.1' ? {} : { http2: true, https: secure })
      stopOnSignals(app)
      await app.listen({ port: 0, host: '127.0.0.1' })
      const over = ways[way]!(portOf(app))
      await asked
      signal()
      vi.advanceTimersByTime(GRACE)
      await exited
      expect(codes).toEqual([0])
      await over
      expect(closed).toEqual(['the rest'])
    },
  )
})

test('a second signal exits at once, but not the echo of the first', async () => {
  const { app, asked } = server()
  stopOnSignals(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const over = ways['HTTP/1.1']!(portOf(app))
  await asked
  signal()
  signal()
  expect(codes).toEqual([])
  vi.advanceTimersByTime(1_001)
  signal()
  expect(codes).toEqual([1])
  vi.advanceTimersByTime(GRACE)
  await over
})

test('a worker that stops is not hurried by signals, which its supervisor sends to all', async () => {
  const { app, asked } = server()
  const stop = stopWhenTold(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const over = ways['HTTP/1.1']!(portOf(app))
  await asked
  stop()
  for (let nth = 0; nth < 3; nth++) {
    signal()
    vi.advanceTimersByTime(2_000)
  }
  expect(codes).toEqual([])
  vi.advanceTimersByTime(GRACE)
  await exited
  expect(codes).toEqual([0])
  await over
})
