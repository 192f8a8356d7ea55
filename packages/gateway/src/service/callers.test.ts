import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { AGENT_REDIRECT } from '@roster/test/client-documents'
import { destinations } from '@roster/test/destinations'
import { addUser } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { over, PROTOCOLS } from '@roster/test/protocols'
import { Browser, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, BROWSER, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

describe('where webhooks may go to this machine', () => {
  /** Whether a service at this address connects to this machine for a document there. */
  async function isAskedFor(baseUrl: string): Promise<boolean> {
    const connected = vi.fn<() => void>()
    const server = createServer((socket) => {
      connected()
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client_id = `https://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
    expect(await destinations.refusal(new URL(client_id))).toBeUndefined()
    const service = await startService({ mcp: true, baseUrl })
    const asking = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: AGENT_REDIRECT })
    const { body } = await service.anonymous.rest(`GET /authorize?${asking.toString()}`)
    expect(body).toContain('<code>invalid_client</code>')
    await service.stop()
    server.close()
    return connected.mock.calls.length > 0
  }

  test('no document is read from it: anybody names one', async () => {
    expect(await isAskedFor(BASE_URL)).toBe(false)
  })

  test('documents are read from it by a service that is known nowhere else', async () => {
    expect(await isAskedFor('http://127.0.0.1:3000')).toBe(true)
  })
})

describe('a service without quotas limits failed attempts all the same:', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ authThrottle: true })
  })
  afterAll(() => service.stop())

  const OTHER = 'a horse of another colour'
  let count = 0
  const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
    service.anonymous.rest('POST /v1/session', { email, password }, { 'user-agent': BROWSER, ...headers })

  /** A user who has signed in, with what the browser sends from then on. */
  async function signedIn() {
    const user = await addUser(service, `Ada ${count++}`)
    const { headers, body } = await signIn(user.email, PASSWORD)
    const [session, device] = [headers['set-cookie']].flat().map((line) => line!.split(';')[0]!)
    const sent = { origin: BASE_URL, 'x-csrf-token': body.csrf_token as string }
    return { ...user, session: session!, device: device!, sent }
  }
  type SignedIn = Awaited<ReturnType<typeof signedIn>>

  const BROWSERS = [
    ['from a browser that has signed in before', ({ session, device }: SignedIn) => `${session}; ${device}`],
    ['from another browser', ({ session }: SignedIn) => session],
  ] as const

  describe.each(BROWSERS)("one's own password, %s,", (_which, cookieOf) => {
    test.each(PROTOCOLS)('is changed over %s, and a wrong one is refused', async (protocol) => {
      const user = await signedIn()
      const own = over(protocol, service.sending({ ...user.sent, cookie: cookieOf(user) }))
      const set = (current_password: string) =>
        own('users.setPassword', { user_id: user.id, password: OTHER, current_password })
      expect(await set(OTHER)).toMatchObject({ status: 422 })
      expect(await set(PASSWORD)).toMatchObject({ status: 204 })
      expect(await signIn(user.email, OTHER)).toMatchObject({ status: 201 })
    })

    test('is changed under an idempotency key', async () => {
      const user = await signedIn()
      const own = service.sending({ ...user.sent, cookie: cookieOf(user) })
      const body = { password: OTHER, current_password: PASSWORD }
      expect(await own.rest(`POST /v1/users/${user.id}/password`, body, { 'idempotency-key': 'once' })).toMatchObject({
        status: 204,
      })
    })
  })

  test('the eleventh wrong password of an account from an address is 429', async () => {
    const { email } = await addUser(service, 'Bob')
    for (let turn = 0; turn < 10; turn++) expect((await signIn(email, OTHER)).status).toBe(401)
    expect((await signIn(email, PASSWORD)).status).toBe(429)
  })

  test('browsers that signed in with a former password share 30 failures', async () => {
    const user = await signedIn()
    const devices = [user.device]
    for (let turn = 0; turn < 3; turn++) {
      const { headers } = await signIn(user.email, PASSWORD)
      devices.push([headers['set-cookie']].flat()[1]!.split(';')[0]!)
    }
    await service.admin.sdk.users.setPassword(user.id, { password: OTHER })
    for (const cookie of devices.slice(0, 3))
      for (let turn = 0; turn < 10; turn++) expect((await signIn(user.email, PASSWORD, { cookie })).status).toBe(401)
    expect((await signIn(user.email, OTHER, { cookie: devices[3]! })).status).toBe(429)
  })

  test('the eleventh wrong user code from an address is 429', async () => {
    const browser = new Browser(await fetchTo(service))
    await browser.open('/device/verify')
    const statuses: number[] = []
    for (let turn = 0; turn < 11; turn++) statuses.push((await browser.submit({ user_code: 'BBBB-BBBB' })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })

  test('the sixty-first request for a token from an address within a minute is 429', async () => {
    const ask = () => service.anonymous.rest('POST /oauth/token', '', { 'content-type': 'text/plain' })
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await ask()).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
