import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givePassword, PASSWORD } from '@roster/test/passwords'
import { type Service, startService } from '@roster/test/service'

let isReady = true
let service: Service
beforeAll(async () => {
  service = await startService({ isReady: async () => isReady })
})
afterAll(() => service.stop())

test('a service that works is alive and ready, for anyone who asks', async () => {
  for (const path of ['/livez', '/readyz'])
    expect(await service.anonymous.rest(`GET ${path}`)).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('what it says has an entity tag, as all JSON that is read', async () => {
  for (const path of ['/livez', '/readyz']) {
    const { headers } = await service.anonymous.rest(`GET ${path}`)
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[^"]+"$/),
      'content-type': 'application/json; charset=utf-8',
    })
    expect(await service.anonymous.rest(`GET ${path}`, undefined, { 'if-none-match': headers['etag']! })).toMatchObject(
      {
        status: 304,
      },
    )
  }
})

test('without its database it stays alive and is not ready', async () => {
  isReady = false
  expect(await service.anonymous.rest('GET /livez')).toMatchObject({ status: 200 })
  expect(await service.anonymous.rest('GET /readyz')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { code: 'unavailable', instance: '/readyz' },
  })
  isReady = true
})

test('a service that stops takes what comes over connections that are open, and says that it is not ready', async () => {
  const stopping = await startService({ beside: service })
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((stopping.app.server.address() as AddressInfo).port, '127.0.0.1')
  const answer = text(socket)
  const [open] = await Promise.all([once(stopping.app.server, 'connection'), once(socket, 'connect')])
  socket.write('GET /readyz HTTP/1.1\r\nHost: roster.test\r\n')
  await expect.poll(() => (open[0] as Socket).bytesRead).toBeGreaterThan(0)
  const closed = stopping.app.close()
  await expect.poll(() => stopping.app.server.listening).toBe(false)
  socket.write('\r\n')
  expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*"code":"unavailable"/)
  await closed
})

describe('while the database answers nobody, pages are served', () => {
  /** Less than the service waits for its database, in milliseconds: then a page that had waited would be served, too. */
  const SOON = 10_000
  const PAGES = ['/docs', '/docs/events', '/docs/events/main.js', '/errors/not-found', '/openapi.json']

  test.each(['a key', 'the cookie of a session'])('to who sends %s', async (credential) => {
    const email = `${credential.length}@example.com`
    const { id } = await service.admin.sdk.users.create({ name: 'Ada', email, role: 'viewer' })
    await givePassword(service.database, [id])
    const caller = credential === 'a key' ? service.admin : await service.browser(email, PASSWORD)

    const held = service.database.transaction()
    await held.query({ text: 'lock table api_keys, sessions, users in access exclusive mode' })
    const statuses = PAGES.map(() => 0)
    for (const [nth, page] of PAGES.entries())
      void caller.rest(`GET ${page}`).then(({ status }) => (statuses[nth] = status))
    try {
      await expect.poll(() => statuses, { timeout: SOON }).toEqual(PAGES.map(() => 200))
    } finally {
      await held.rollback()
    }
    expect(await caller.rest('GET /v1/me')).toMatchObject({ status: 200 })
  })
})
