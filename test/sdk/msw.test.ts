import { Roster } from '@roster/sdk'
import { connect } from '@roster/sdk/realtime'
import { handlers } from '@roster/sdk/msw'
import { createMock } from '@roster/sdk/testing'
import { getResponse, RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

const baseUrl = 'https://api.example.com/roster'
const mock = createMock({ users: 5 })
const server = setupServer(...handlers(mock, { baseUrl }))
const roster = new Roster({ apiKey: 'test', baseUrl, logLevel: 'off' })

beforeAll(() => server.listen())
afterEach(() => mock.reset())
afterAll(() => server.close())

test('an app that knows nothing of the mock is answered by it', async () => {
  const { id } = await roster.users.create({ name: 'Grace', email: 'grace@example.com', role: 'viewer' })
  await roster.users.update(id, { name: 'Grace Hopper' })
  expect(mock.db.users.at(-1)).toMatchObject({ id, name: 'Grace Hopper' })
  await expect(roster.users.get('usr_x')).rejects.toMatchObject({ status: 404, code: 'not-found' })
  await roster.users.delete(id)
  expect(mock.db.users).toHaveLength(5)
})

test('bodies arrive where a request does not show them as streams, as in Firefox', async () => {
  const shown = vi.spyOn(Request.prototype, 'body', 'get').mockReturnValue(undefined as never)
  onTestFinished(() => shown.mockRestore())
  const headers = { 'x-api-key': 'test', 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Grace', email: 'grace@example.com', role: 'viewer' })
  const request = new Request(`${baseUrl}/v1/users`, { method: 'POST', headers, body })
  const ofRequests = handlers(mock, { baseUrl }).filter((one) => one instanceof RequestHandler)
  const response = await getResponse(ofRequests, request)
  expect(response).toMatchObject({ status: 201 })
  expect(mock.db.users.at(-1)).toMatchObject({ name: 'Grace' })
})

test('an address that says the usual port is that of requests which do not', async () => {
  const ofRequests = handlers(mock, { baseUrl: 'http://localhost:80/' }).filter((one) => one instanceof RequestHandler)
  const request = new Request('http://localhost/v1/me', { headers: { 'x-api-key': 'test' } })
  expect(await getResponse(ofRequests, request)).toMatchObject({ status: 200 })
})

describe('a base that is no full address', () => {
  test('is one of the page', async () => {
    vi.stubGlobal('location', new URL('http://localhost:5173/app'))
    onTestFinished(() => void vi.unstubAllGlobals())
    const ofRequests = handlers(mock, { baseUrl: '/api' }).filter((one) => one instanceof RequestHandler)
    const headers = { 'x-api-key': 'test' }
    const answered = (path: string) => getResponse(ofRequests, new Request(`http://localhost:5173${path}`, { headers }))
    expect(await answered('/api/v1/me')).toMatchObject({ status: 200 })
    expect(await answered('/v1/me')).toBeUndefined()
  })

  test.each(['/api', '*/api', 'api.example.com'])('is refused where there is no page: %s', (base) => {
    expect(() => handlers(mock, { baseUrl: base })).toThrow('Invalid URL')
  })
})

test('an error of the mock is not told as a connection that breaks', async () => {
  const fails = {
    baseUrl: mock.baseUrl,
    openSocket: mock.openSocket.bind(mock),
    fetch: () => Promise.reject(new TypeError('next.text is undefined')),
  }
  const ofRequests = handlers(fails, { baseUrl }).filter((one) => one instanceof RequestHandler)
  await expect(getResponse(ofRequests, new Request(`${baseUrl}/v1/me`))).rejects.toThrow('next.text is undefined')
})

test('events are streamed', async () => {
  const response = await fetch(`${baseUrl}/events`, { headers: { 'x-api-key': 'test' } })
  const reader = response.body!.getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toMatch(/^retry: 2000\nid: \w+:0\n\n$/)
  const { cursor } = mock.emit('user.updated', { name: 'Ada King' })
  expect(await read()).toContain(`id: ${cursor}\n`)
  await reader.cancel()
})

test('a connection that breaks is one to the app', async () => {
  mock.faults.dropConnection()
  await expect(roster.me.get({ maxRetries: 0 })).rejects.toMatchObject({ name: 'ConnectionError' })
})

test('a call that is ended by the app is no failure of the mock', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  mock.faults.latency(60_000)
  await expect(roster.me.get({ timeout: 20, maxRetries: 0 })).rejects.toMatchObject({ name: 'TimeoutError' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(logged).not.toHaveBeenCalled()
})

describe('the global WebSocket', () => {
  test('leads to the mock', async () => {
    const socket = connect(roster)
    onTestFinished(() => socket.close())
    const names: string[] = []
    socket.on('push', ({ data }) => names.push('name' in data ? data.name : ''))
    await socket.subscribe('users')
    mock.emit('user.created', { name: 'One' })
    mock.faults.dropStreams()
    mock.emit('user.created', { name: 'Two' })
    await expect.poll(() => names).toEqual(['One', 'Two'])
  })

  test('is refused what the service refuses', async () => {
    const { secret } = await roster.apiKeys.create({ name: 'No events', role: 'admin', scopes: ['read:users'] })
    const socket = connect(new Roster({ apiKey: secret, baseUrl, logLevel: 'off' }))
    await expect(socket.subscribe('users')).rejects.toMatchObject({ status: 403, code: 'insufficient-scope' })
  })

  test('is closed by the client, and leaves nothing behind', async () => {
    for (let count = 0; count < 7; count++) {
      const socket = connect(roster)
      await expect(socket.ping()).resolves.toBeUndefined()
      await socket.close()
    }
  })
})
