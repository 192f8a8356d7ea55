import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { listen } from '@roster/test/raw-requests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tlsOptions } from '../../packages/gateway/src/server/tls.ts'
import { settled, Socket, until } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'roster-streams-'))

describe.skipIf(!hasOpenssl)('over TLS', () => {
  let service: Service
  let url: string
  let headers: Record<string, string>
  let ca: string
  beforeAll(async () => {
    const { cert, files } = certificateFor('localhost', folder)
    ca = cert
    service = await startService({ tls: tlsOptions(files.cert, files.key) })
    url = `https://localhost:${await listen(service.app)}`
    const { secret } = await service.admin.sdk.apiKeys.create({
      name: 'TLS',
      role: 'admin',
      scopes: ['read:events', 'read:users', 'read:orders'],
    })
    headers = { 'x-api-key': secret }
    await settled(service)
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const createUser = (email: string) => service.admin.sdk.users.create({ name: 'Ada', email, role: 'viewer' })

  test('events are followed over HTTP/2, and the stream that the client resets is over', async () => {
    const session = connect(url, { ca })
    const stream = session.request({ ':path': '/events', ...headers })
    const [head] = (await once(stream, 'response')) as [Record<string, unknown>]
    expect(head).toMatchObject({ ':status': 200, 'content-type': 'text/event-stream' })
    let text = ''
    stream.on('data', (chunk) => void (text += String(chunk)))
    const user = await createUser('two@example.com')
    await until(() => (text.includes(user.id) ? true : undefined))
    expect(service.counters.open.sse).toBe(1)
    stream.close()
    await until(() => (service.counters.open.sse === 0 ? true : undefined))
    session.close()
  })

  test('sockets are opened over HTTP/1.1', async () => {
    const socket = await Socket.open(`${url}/ws`, headers, { ca })
    await socket.ask({ type: 'subscribe', channel: 'users' }, 'subscribed')
    const user = await createUser('one@example.com')
    expect(await socket.next('push')).toMatchObject({ data: { id: user.id } })
    socket.raw.close()
    await socket.closed
  })
})
