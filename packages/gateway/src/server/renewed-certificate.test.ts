import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followCertificate } from './renewed-certificate.ts'
import { tlsOptions } from './tls.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roster-renewed-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test.skipIf(!hasOpenssl)('a renewed certificate is served once its key is there too', async () => {
  const { files } = certificateFor('a.example', folder)
  const { files: next } = certificateFor('b.example', folder)
  const read = () => tlsOptions(files.cert, files.key)
  const server = createServer(read()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const renewed = vi.fn<() => void>()
  const stop = followCertificate(server, read, renewed)

  /** For whom the certificate is that a new connection is shown. */
  async function shown(): Promise<unknown> {
    const { port } = server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { CN } = socket.getPeerCertificate().subject
    socket.destroy()
    return CN
  }

  const seen = [await shown()]
  for (const change of [
    () => {},
    () => copyFileSync(next.cert, files.cert),
    () => copyFileSync(next.key, files.key),
    () => {},
    () => rmSync(files.key),
  ]) {
    change()
    vi.advanceTimersByTime(60_000)
    seen.push(await shown())
  }
  stop()
  server.close()
  expect(seen).toEqual(['a.example', 'a.example', 'a.example', 'b.example', 'b.example', 'b.example'])
  expect(renewed).toHaveBeenCalledTimes(1)
})
