import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signWebhook } from '@roster/sdk/webhooks'
import { isMissing, type Live, masked, printedIn, run, startLive } from '@roster/test/live'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const FOLDER = 'examples/python'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Runs Python beside the modules of the example, and leaves no compiled files behind. */
const python = (args: string[], environment: Record<string, string> = {}) =>
  run(['python3', '-B', ...args], { PYTHONPATH: FOLDER, ...environment })

describe.skipIf(isMissing('python3', 'PYTHON'))('the client in Python', () => {
  let live: Live
  beforeAll(async () => {
    live = await startLive()
  })
  afterAll(() => live?.stop())

  test('prints what its README says', async () => {
    const environment = { ROSTER_URL: live.url, ROSTER_API_KEY: live.key }
    const { code, output, errors } = await python([`${FOLDER}/tour.py`], environment)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(masked(output, live.url)).toBe(await printedIn(new URL('README.md', import.meta.url)))
  })

  test('tries again as the service asks, under one idempotency key', async () => {
    const { url, requests } = await scripted([
      { status: 503, headers: { 'retry-after': '0' } },
      { status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2020 09:30:00 GMT' } },
      { status: 201, headers: {}, body: '{"id":"usr_1"}' },
    ])
    const { output, errors } = await ask(url, `print(roster.request('POST', '/v1/users', {}).data['id'])`)
    expect({ output, errors }).toEqual({ output: 'usr_1\n', errors: '' })
    expect(requests.length).toBe(3)
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1)
    expect(requests[0]!.key).toMatch(/^[\w-]{36}$/)
  })

  test('tries again when an answer breaks off', async () => {
    const { url, requests } = await scripted([
      { status: 200, headers: { 'content-length': '100', connection: 'close' }, body: '{"id":' },
      { status: 200, headers: {}, body: '{"id":"usr_1"}' },
    ])
    const { output, errors } = await ask(url, `print(roster.request('GET', '/v1/users/usr_1').data['id'])`)
    expect({ output, errors }).toEqual({ output: 'usr_1\n', errors: '' })
    expect(requests.length).toBe(2)
  })

  test('does not wait longer than it was allowed to', async () => {
    const { url, requests } = await scripted([{ status: 429, headers: { 'retry-after': '61' } }])
    const { errors } = await ask(url, `roster.request('GET', '/v1/users')`)
    expect(errors).toContain('429 rate-limited')
    expect(requests.length).toBe(1)
  })

  test('follows no redirect with the key', async () => {
    const { url, requests } = await scripted([{ status: 308, headers: { location: 'http://localhost:1/' } }])
    const { errors } = await ask(url, `roster.request('GET', '/v1/users')`)
    expect(errors).toContain('roster.Problem: 308')
    expect(requests.length).toBe(1)
  })

  test('verifies what the service signs, and nothing else', async () => {
    const body = JSON.stringify({ event: 'user.created', id: 'evt_1', data: { name: 'Ängström' } })
    const headers = { ...(await signWebhook(body, { id: 'evt_1', secret: SECRET })) }
    const late = await signWebhook(body, { id: 'evt_1', secret: SECRET, timestamp: new Date(Date.now() - 301_000) })
    const { 'webhook-id': _, ...unnamed } = headers
    const deliveries = [
      { body, headers },
      { body: body.replace('user', 'loser'), headers },
      { body, headers: { ...late } },
      { body, headers: unnamed },
    ]
    const { output, errors } = await python(['-c', VERIFY, JSON.stringify(deliveries), SECRET])
    expect({ output: output.trim().split('\n'), errors }).toEqual({
      output: [
        'user.created evt_1',
        'No signature fits. Is this the secret of this endpoint, and the body what came, byte for byte?',
        'The delivery is more than 300 seconds away from this clock.',
        'The header webhook-id is missing.',
      ],
      errors: '',
    })
  })
})

test.skipIf(isMissing('python3', 'PYTHON'))('an empty or broken secret verifies nothing', async () => {
  for (const secret of ['', 'whsec_', 'whsec_"MfKQ9r8G"']) {
    const { code, errors } = await python(['-c', VERIFY, JSON.stringify([{ body: '{}', headers: {} }]), secret])
    expect([code, errors]).toEqual([1, expect.stringMatching(/(ValueError: The secret|binascii\.Error)/)])
  }
})

test.skipIf(isMissing('python3', 'PYTHON'))('a key of the caller is sent, however its header is written', async () => {
  const { url, requests } = await scripted([{ status: 200, headers: {} }])
  await ask(url, "roster.request('POST', '/v1/users', {}, headers={'idempotency-key': 'cart-1'})")
  expect(requests).toEqual([{ key: 'cart-1' }])
})

const VERIFY = `
import json, sys
from webhooks import NotGenuine, verify
for delivery in json.loads(sys.argv[1]):
    try:
        event = verify(delivery['body'].encode(), delivery['headers'], sys.argv[2])
        print(event['event'], event['id'])
    except NotGenuine as fault:
        print(fault)
`

const ask = (url: string, line: string) =>
  python(['-c', `from roster import Roster\nroster = Roster('rk_test', '${url}')\n${line}`])

interface Scripted {
  status: number
  headers: Record<string, string>
  body?: string
}

/** A server that gives these answers, one after the other, and what it was asked. */
async function scripted(answers: Scripted[]): Promise<{ url: string; requests: { key: unknown }[] }> {
  const requests: { key: unknown }[] = []
  const server: Server = createServer((request, response) => {
    const { status, headers, body } = answers[requests.length]!
    requests.push({ key: request.headers['idempotency-key'] })
    request.resume()
    response.writeHead(status, headers).end(body ?? '{"code":"rate-limited"}')
  }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, requests }
}
