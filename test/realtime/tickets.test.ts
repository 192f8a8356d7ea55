import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, refusal, settled, Socket, Stream } from '../support/realtime.ts'
import type { Caller } from '../support/caller.ts'
import { BASE_URL, type Service, startService } from '../support/service.ts'

// People, with a session in their browser.

let service: Service
let url: string
let id: string
let cookie: string
let browser: Caller
const password = 'correct horse battery staple'
beforeAll(async () => {
  service = await startService({ realtime: { checkInterval: 50 } })
  url = await addressOf(service.app)
  const email = 'ada@example.com'
  ;({ id } = await service.admin.sdk.users.create({ name: 'Ada', email, role: 'viewer' }))
  await service.admin.sdk.users.setPassword(id, { password })
  const { response } = await service.anonymous.sdk.session.create({ email, password }).withResponse()
  cookie = response.headers.get('set-cookie')!.split(';')[0]!
  browser = await service.browser(email, password)
  await settled(service)
})
afterAll(() => service.stop())

const newTicket = async () => (await browser.sdk.realtime.ticket()).ticket

test('a ticket opens one socket or stream, as the person it was given to', async () => {
  const ticket = await newTicket()
  const socket = await Socket.open(`${url}/ws?ticket=${ticket}`)
  for (const path of ['/ws', '/trpc'])
    expect(await refusal(`${url}${path}?ticket=${ticket}`)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringMatching(/^Bearer realm="roster", .*ApiKey realm="roster"$/) },
    })
  await socket.ask({ type: 'subscribe', channel: `users.${id}` }, 'subscribed')
  expect(await socket.ask({ type: 'subscribe', channel: 'users' }, 'error')).toMatchObject({ code: 'forbidden' })
  socket.raw.close()

  const stream = await Stream.open(`${url}/events?ticket=${await newTicket()}`)
  await service.admin.sdk.users.update(id, { name: 'Ada King' })
  expect((await stream.received(1))[0]!.data).toMatchObject({ event: 'user.updated', data: { id } })
  stream.close()
})

test('a session cookie opens sockets and streams of our own pages alone', async () => {
  const from = (origin?: string, more: Record<string, string> = {}) => ({ cookie, ...(origin && { origin }), ...more })
  for (const path of ['/ws', '/trpc']) {
    for (const headers of [from('https://evil.example'), from('null'), from()])
      expect(await refusal(url + path, headers)).toMatchObject({ status: 403, body: { code: 'csrf' } })
    const socket = await Socket.open(url + path, from(BASE_URL))
    socket.raw.close()
    await socket.closed
  }
  for (const headers of [from('https://evil.example'), from('null'), from()])
    expect(await service.anonymous.rest('GET /events?types=frob', undefined, headers)).toMatchObject({ status: 403 })
  const stream = await Stream.open(`${url}/events`, from(undefined, { 'sec-fetch-site': 'same-origin' }))
  expect(stream.response.status).toBe(200)
  stream.close()
})

test('whoever is suspended loses the sockets of tickets and of sessions', async () => {
  const sockets = [
    await Socket.open(`${url}/ws?ticket=${await newTicket()}`),
    await Socket.open(`${url}/ws`, { cookie, origin: BASE_URL }),
  ]
  await service.admin.sdk.users.update(id, { status: 'suspended' })
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([
    [1008, 'unauthenticated'],
    [1008, 'unauthenticated'],
  ])
})
