import { FakeSocket, sockets } from '@roster/test/fake-socket'
import { json, problem, scriptedFetch, type Step } from '@roster/test/scripted-fetch'
import { pass } from '@roster/test/scripted-socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Roster } from '../roster.ts'
import { connect } from './connect.ts'
import { subscribe } from './subscribe.ts'

beforeEach(() => {
  sockets.length = 0
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const busy = () => problem(429, 'rate-limited', { 'retry-after': '90' })
const token = () => json(200, { access_token: 'a' })
const ticket = () => json(201, { ticket: 'wst_1', expires_at: '' })

/** A client that gets its tokens from an endpoint, and the paths of its requests. */
function clientOf(...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(...steps)
  const clientCredentials = { clientId: 'cli_1', clientSecret: 'secret' }
  const paths = () => sent.map(({ url }) => new URL(url).pathname)
  return { roster: new Roster({ clientCredentials, fetch, logLevel: 'off' }), paths }
}

test('a subscription asks for no token before the time that its endpoint asks for', async () => {
  const { roster, paths } = clientOf(busy, token, problem(403, 'insufficient-scope'))
  const ended = subscribe(roster)
    .next()
    .catch((error: unknown) => error)
  await pass(89_999)
  expect(paths()).toEqual(['/oauth/token'])
  await pass(1)
  expect(paths()).toEqual(['/oauth/token', '/oauth/token', '/events'])
  expect(await ended).toMatchObject({ code: 'insufficient-scope' })
})

test('a socket asks for no token before the time that its endpoint asks for, and for nothing else', async () => {
  const { roster, paths } = clientOf(busy, token, ticket)
  const socket = connect(roster, { WebSocket: FakeSocket })
  const lost = vi.fn<(loss: object) => void>()
  socket.on('reconnecting', lost)
  await pass(89_999)
  expect(lost.mock.calls).toEqual([[expect.objectContaining({ delay: 90_000 })]])
  expect(paths()).toEqual(['/oauth/token'])
  await pass(1)
  expect(paths()).toEqual(['/oauth/token', '/oauth/token', '/v1/realtime/tickets'])
  expect(sockets).toHaveLength(1)
})
