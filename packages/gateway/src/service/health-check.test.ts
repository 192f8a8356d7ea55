import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as overHttp, type RequestListener } from 'node:http'
import { createServer as overHttps } from 'node:https'
import { type AddressInfo, createServer as overTcp, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = fileURLToPath(new URL('health-check.ts', import.meta.url))

/** The exit status of the program beside a service at this port. */
async function check(port: number, environment: Record<string, string> = {}, ...args: string[]): Promise<number> {
  const env = { PORT: String(port), ...environment }
  const [code] = await once(spawn(process.execPath, [PROGRAM, ...args], { env }), 'exit')
  return code
}

/** Listens until the test ends, and returns the port. */
async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Lives, and is not ready. */
const alive: RequestListener = ({ url }, response) => response.writeHead(url === '/livez' ? 200 : 503).end()

test('a service that answers /livez is healthy; another path can be asked for', async () => {
  const port = await listening(overHttp(alive))
  expect([await check(port), await check(port, {}, '/readyz')]).toEqual([0, 1])
})

/** Has who asks the port of a service that is given none ask another one: that may be somebody else's on this machine. */
const elsewhere = (port: number) => `
  import http from 'node:http'
  import { syncBuiltinESMExports } from 'node:module'
  const { request } = http
  http.request = (to, told) => request({ ...to, port: to.port === '3000' ? ${port} : to.port }, told)
  syncBuiltinESMExports()`

test('an empty port is that of a service that is given none', async () => {
  const program = elsewhere(await listening(overHttp(alive)))
  const env = { PORT: '', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }
  const [code] = await once(spawn(process.execPath, [PROGRAM], { env }), 'exit')
  expect(code).toBe(0)
})

test('it is asked where it listens', async () => {
  const port = await listening(overHttp(alive), '127.0.0.2')
  expect([await check(port), await check(port, { HOST: '127.0.0.2' })]).toEqual([1, 0])
})

test('who does not answer, or is not there, is not healthy', async () => {
  const silent = await listening(overTcp().on('connection', (socket) => void setTimeout(() => socket.destroy(), 50)))
  expect(await check(silent)).toBe(1)
})

/** Has who asks wait a hundredth of the time. */
const IMPATIENT = `
  import http from 'node:http'
  import https from 'node:https'
  import { syncBuiltinESMExports } from 'node:module'
  for (const protocol of [http, https]) {
    const { request } = protocol
    protocol.request = (to, told) => request({ ...to, ...(to.timeout && { timeout: to.timeout / 100 }) }, told)
  }
  syncBuiltinESMExports()`

test('who takes a connection and says nothing is not healthy, in time', async () => {
  const port = await listening(overTcp())
  const env = { PORT: String(port), NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(IMPATIENT)}` }
  const asking = spawn(process.execPath, [PROGRAM], { env })
  onTestFinished(() => void asking.kill())
  const [code] = await once(asking, 'exit')
  expect(code).toBe(1)
})

test.skipIf(!hasOpenssl)('a service with TLS of its own is asked over it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'roster-health-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { key, cert } = certificateFor('localhost', folder)
  const port = await listening(overHttps({ key, cert }, alive))
  expect([await check(port), await check(port, {}, '/readyz')]).toEqual([0, 1])
})
