import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Service, startService } from '@roster/test/service'
import { TokenMaker, signingKeys } from '@roster/test/access-tokens'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { issuerKeys } from './issuer-keys.ts'

/** An issuer that answers what a test says, and counts what it is asked. */
let server: Server
let issuer: string
let asked: string[]
let answers: Record<string, unknown>
let isDown: boolean
let keys: ReturnType<typeof issuerKeys>
let service: Service
let tokens: TokenMaker

/** A number is answered as a status, and an address as where something is. */
function statusOf(answer: unknown): number {
  if (answer instanceof URL) return 302
  if (typeof answer === 'number') return answer
  return answer === undefined ? 404 : 200
}

beforeAll(async () => {
  server = createServer(({ url = '', socket }, response) => {
    asked.push(url)
    if (isDown) socket.destroy()
    const answer = answers[url]
    response.writeHead(statusOf(answer), answer instanceof URL ? { location: answer.href } : {})
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tenant`
  service = await startService({ issuer, tokens: { issuer, keys: (header, token) => keys(header, token) } })
  tokens = new TokenMaker(issuer, service.clock.now)
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await service.stop()
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  asked = []
  isDown = false
  answers = {
    '/tenant/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
    '/tenant/keys': (await signingKeys()).publicKeys,
  }
  keys = issuerKeys(issuer)
})
afterEach(() => void vi.useRealTimers())

const ask = async (kid?: string) => {
  const token = await tokens.make({ aud: 'http://roster.test' }, kid === undefined ? {} : { kid })
  return service.sending({ authorization: `Bearer ${token}` }).rest('GET /v1/me')
}

const DISCOVERY = '/tenant/.well-known/openid-configuration'
const UNKNOWN = {
  status: 503,
  headers: { 'retry-after': '5' },
  body: { code: 'unavailable', detail: 'The authorization server cannot be asked for its keys just now.' },
}

test('tokens of an external issuer are taken; its documents are read once', async () => {
  const calls = await Promise.all([ask(), ask(), ask()])
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await ask()).toMatchObject({ status: 200 })
  expect(asked).toEqual([DISCOVERY, '/tenant/keys'])
})

test('who gives tokens is said in the metadata', async () => {
  const { body } = await service.anonymous.rest('GET /.well-known/oauth-protected-resource')
  expect(body).toMatchObject({ resource: 'http://roster.test', authorization_servers: [issuer] })
})

test('the discovery document of OAuth will do where there is none of OpenID Connect', async () => {
  answers['/.well-known/oauth-authorization-server/tenant'] = answers[DISCOVERY]
  delete answers[DISCOVERY]
  expect(await ask()).toMatchObject({ status: 200 })
  expect(asked).toEqual([DISCOVERY, '/.well-known/oauth-authorization-server/tenant', '/tenant/keys'])
})

test('a key that is not known is looked for again, every five seconds at most; without it 401', async () => {
  const { publicKeys } = await signingKeys()
  answers['/tenant/keys'] = { keys: [{ ...publicKeys.keys[0], kid: 'old' }] }
  expect(await ask()).toMatchObject({ status: 401 })
  answers['/tenant/keys'] = publicKeys
  await Promise.all([ask(), ask(), ask()])
  expect(asked).toEqual([DISCOVERY, '/tenant/keys'])
  vi.advanceTimersByTime(5_001)
  const calls = await Promise.all([ask(), ask(), ask()])
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(asked).toEqual([DISCOVERY, '/tenant/keys', '/tenant/keys'])
})

/** Answers what was at a path with the address of another that has it. */
function moved(path: string): void {
  answers['/moved'] = answers[path]
  answers[path] = new URL('/moved', issuer)
}

test.each<[what: string, change: () => void]>([
  ['its discovery document fails', () => (answers[DISCOVERY] = 500)],
  ['it has no discovery document', () => delete answers[DISCOVERY]],
  ['its discovery document is that of another', () => (answers[DISCOVERY] = { issuer: 'http://a', jwks_uri: issuer })],
  ['its discovery document is no JSON', () => (answers[DISCOVERY] = '<html>')],
  ['its discovery document is elsewhere', () => moved(DISCOVERY)],
  ['its key set is elsewhere', () => moved('/tenant/keys')],
  ['its key set fails', () => (answers['/tenant/keys'] = 500)],
  ['its key set is none', () => (answers['/tenant/keys'] = { keys: 'x' })],
])('while %s a token is 503, never 401, and it is left alone for five seconds', async (_, change) => {
  const whole = { ...answers }
  change()
  expect(await ask()).toMatchObject(UNKNOWN)
  const before = asked.length
  answers = whole
  expect(await ask()).toMatchObject(UNKNOWN)
  expect(asked).toHaveLength(before)
  vi.advanceTimersByTime(5_001)
  expect(await ask()).toMatchObject({ status: 200 })
})

test('known keys do without the issuer; a key that is not known is then 503', async () => {
  expect(await ask()).toMatchObject({ status: 200 })
  vi.advanceTimersByTime(6_000)
  isDown = true
  expect(await ask('unknown')).toMatchObject(UNKNOWN)
  expect(await ask()).toMatchObject({ status: 200 })
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('where its keys are is asked again after an hour, and no sooner', async () => {
  expect(await ask()).toMatchObject({ status: 200 })
  answers[DISCOVERY] = { issuer, jwks_uri: `${issuer}/others` }
  answers['/tenant/others'] = answers['/tenant/keys']
  vi.advanceTimersByTime(HOUR - 1)
  expect(await ask()).toMatchObject({ status: 200 })
  expect(asked).toEqual([DISCOVERY, '/tenant/keys', '/tenant/keys'])
  vi.advanceTimersByTime(1)
  expect(await ask()).toMatchObject({ status: 200 })
  expect(asked.slice(3)).toEqual([DISCOVERY, '/tenant/others'])
})

test('known keys are used for a day while the issuer does not answer, and no longer', async () => {
  expect(await ask()).toMatchObject({ status: 200 })
  isDown = true
  for (const [minutes, status] of [
    [11, 200],
    [90, 200],
    [22 * 60, 200],
    [20, 503],
  ] as const) {
    vi.advanceTimersByTime(minutes * MINUTE)
    expect([minutes, (await ask()).status]).toEqual([minutes, status])
  }
  isDown = false
  vi.advanceTimersByTime(6_000)
  expect(await ask()).toMatchObject({ status: 200 })
})

test('they are used while it only names its keys, but does not give them', async () => {
  expect(await ask()).toMatchObject({ status: 200 })
  answers['/tenant/keys'] = 500
  vi.advanceTimersByTime(2 * HOUR)
  expect(await ask()).toMatchObject({ status: 200 })
  expect(await ask('unknown')).toMatchObject(UNKNOWN)
})

test('a token that was accepted ends, too, when its issuer withdraws the key', async () => {
  const { publicKeys } = await signingKeys()
  const token = await tokens.make({ aud: 'http://roster.test', exp: tokens.time + 3_600 })
  const caller = service.sending({ authorization: `Bearer ${token}` })
  const statuses: number[] = []
  for (const minutes of [0, 10, 10]) {
    vi.advanceTimersByTime(minutes * MINUTE)
    service.clock.advance(minutes * MINUTE)
    statuses.push((await caller.rest('GET /v1/me')).status)
    answers['/tenant/keys'] = { keys: [{ ...publicKeys.keys[0], kid: 'new' }] }
  }
  expect(statuses).toEqual([200, 401, 401])
})

test('a key that the issuer has taken back is no longer taken once it answers', async () => {
  const { publicKeys } = await signingKeys()
  expect(await ask()).toMatchObject({ status: 200 })
  isDown = true
  vi.advanceTimersByTime(11 * MINUTE)
  expect(await ask()).toMatchObject({ status: 200 })
  isDown = false
  answers['/tenant/keys'] = { keys: [{ ...publicKeys.keys[0], kid: 'new' }] }
  vi.advanceTimersByTime(11 * MINUTE)
  expect(await ask()).toMatchObject({ status: 401 })
})
