import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Roster } from '@roster/sdk'
import { type RosterEvent, signWebhook } from '@roster/sdk/webhooks'
import { printedIn, startLive, startScript } from '@roster/test/live'
import { killAll } from '@roster/test/process'
import { freePort } from '@roster/test/raw-requests'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { receiver } from './receiver.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

const event = (id: string, name = 'Ada Lovelace') =>
  JSON.stringify({
    event: 'user.created',
    id,
    cursor: '1:1',
    created_at: '2026-11-21T09:30:00.000Z',
    api_version: '1',
    actor: { type: 'api_key', id: 'key_1' },
    data: { id: 'usr_1', name },
  })

async function deliver(url: string, body: string, { id = JSON.parse(body).id, secret = SECRET, sent = body } = {}) {
  const headers = await signWebhook(body, { id, secret })
  const response = await fetch(`${url}/hooks`, { method: 'POST', body: sent, headers: { ...headers } })
  return response.status
}

let handled: RosterEvent[]
let failures: number
/** How many requests have arrived with their bodies. */
let arrived: number
/** What handling an event waits for. */
let work: Promise<void> | undefined
let url: string
beforeEach(async () => {
  handled = []
  failures = 0
  arrived = 0
  work = undefined
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = receiver({ secrets: [SECRET, OLD_SECRET], handle })
  server.on('request', (request) => void request.on('end', () => arrived++))
  url = await listening(server)
  onTestFinished(() => void server.close())
})
afterAll(killAll)

async function handle(taken: RosterEvent): Promise<void> {
  await work
  if (failures-- > 0) throw new Error('The database is away.')
  handled.push(taken)
}

async function listening(server: Server): Promise<string> {
  server.listen(0)
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

test('each event is handled once, however often it is delivered', async () => {
  const body = event('evt_1')
  expect([await deliver(url, body), await deliver(url, body), await deliver(url, event('evt_2'))]).toEqual([
    204, 204, 204,
  ])
  expect(handled.map(({ id }) => id)).toEqual(['evt_1', 'evt_2'])
})

test('what could not be handled is refused, and handled when it comes again', async () => {
  failures = 1
  const body = event('evt_1')
  expect([await deliver(url, body), await deliver(url, body)]).toEqual([500, 204])
  expect(handled.length).toBe(1)
})

test('what comes again while it is handled is taken as soon as that is done, and refused if it fails', async () => {
  const body = event('evt_1')
  failures = 1
  let goOn!: () => void
  work = new Promise((resolve) => (goOn = resolve))
  const deliveries = [deliver(url, body), deliver(url, body)]
  await expect.poll(() => arrived).toBe(2)
  const first = await Promise.race([...deliveries, wait(200)])
  goOn()
  expect([first, ...(await Promise.all(deliveries))]).toEqual([undefined, 500, 500])
  expect(await deliver(url, body)).toBe(204)
  expect(handled.length).toBe(1)
})

test('changed bytes and foreign secrets are refused', async () => {
  expect(await deliver(url, event('evt_1'), { sent: event('evt_1', 'Mallory') })).toBe(400)
  expect(await deliver(url, event('evt_1'), { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })).toBe(400)
  expect(handled).toEqual([])
})

test('the old secret is taken beside the new one', async () => {
  expect(await deliver(url, event('evt_1'), { secret: OLD_SECRET })).toBe(204)
})

test('a delivery that is too long is refused', async () => {
  const body = 'x'.repeat(2 * 1_048_576)
  const answered = fetch(`${url}/hooks`, { method: 'POST', body }).then(({ status }) => status)
  expect(await answered).toBe(413)
  expect(await deliver(url, event('evt_1'))).toBe(204)
})

test('there is nothing else', async () => {
  expect((await fetch(`${url}/hooks`)).status).toBe(405)
  expect((await fetch(url, { method: 'POST' })).status).toBe(404)
})

test('the program prints what its README says when the service delivers', async () => {
  const live = await startLive({ ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8' })
  onTestFinished(() => live.stop())
  const roster = new Roster({ baseUrl: live.url, apiKey: live.key })
  const PORT = String(await freePort())
  const { secret } = await roster.webhookEndpoints.create({
    url: `http://127.0.0.1:${PORT}/hooks`,
    events: ['user.created', 'order.created'],
  })

  const program = startScript('examples/webhook-receiver/main.ts', { PORT, WEBHOOK_SECRET: secret })
  await program.written(/Waiting/)
  await roster.users.create({ name: 'Ada Lovelace', email: 'ada@example.com', role: 'viewer' })
  await program.written(/Welcome.*\n/)
  expect(program.output().replace(PORT, '8080')).toBe(await printedIn(new URL('README.md', import.meta.url)))
})
