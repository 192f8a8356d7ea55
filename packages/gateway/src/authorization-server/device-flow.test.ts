import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addClient, DEVICE_CODE } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { discover, errorOf } from '@roster/test/oauth-flows'
import { Browser, type Fetch } from '@roster/test/relying-party'
import { passTime, type Service } from '@roster/test/service'
import { unlimitedAttempts, userCodeThrottle } from './attempts.ts'
import { startWithUser } from '@roster/test/service-with-user'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  const attempts = { ...unlimitedAttempts, userCode: userCodeThrottle((options) => new RateLimiterMemory(options)) }
  ;({ service, fetcher, user } = await startWithUser({ provider: { attempts } }))
})
afterAll(() => service.stop())

function pass(seconds: number): void {
  passTime(service, seconds * 1_000)
}

/** The scopes that a page shows. */
const scopesOn = ({ text }: { text: string }) =>
  Array.from(text.matchAll(/<code>([a-z:]+)<\/code>/g), ([, name]) => name)

async function start() {
  const config = await discover(fetcher, await addClient(service))
  const device = await client.initiateDeviceAuthorization(config, { scope: 'openid read:users' })
  const poll = () => client.genericGrantRequest(config, DEVICE_CODE, { device_code: device.device_code })
  return { config, device, poll }
}

test('a device gets tokens once its code was typed, signed for and allowed', async () => {
  const { device, poll, config } = await start()
  expect(device).toMatchObject({
    expires_in: 600,
    interval: 7,
    user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
  })
  expect(await errorOf(poll())).toBe('authorization_pending')

  const browser = new Browser(fetcher)
  expect((await browser.open(device.verification_uri)).text).toContain('name="user_code"')
  const confirm = await browser.submit({ user_code: device.user_code.toLowerCase().replace('-', '') })
  expect(confirm.text).toContain(device.user_code)
  expect(confirm.text).not.toContain('Signed in as')
  expect(scopesOn(confirm)).toEqual(['openid', 'read:users'])
  await browser.submit({ confirm: 'yes' })
  const done = await browser.submit({ email: user.email, password: PASSWORD })
  expect(done.text).toContain('Device connected')

  pass(7)
  const tokens = await poll()
  expect(tokens).toMatchObject({ scope: 'openid read:users', refresh_token: expect.any(String) })
  expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true, sub: user.id })
  pass(7)
  expect(await errorOf(poll())).toBe('invalid_grant')
  expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
})

test('who has signed in already sees as whom before a device is connected, and then it is', async () => {
  const browser = new Browser(fetcher)
  for (const hint of ['name="password"', 'Device connected']) {
    const { device } = await start()
    await browser.open(device.verification_uri)
    const confirm = await browser.submit({ user_code: device.user_code })
    expect(confirm.text.includes(`(<bdi>${user.email}</bdi>)`)).toBe(hint === 'Device connected')
    const next = await browser.submit({ confirm: 'yes' })
    expect(next.text).toContain(hint)
    if (hint !== 'Device connected') await browser.submit({ email: user.email, password: PASSWORD })
    browser.view = undefined
  }
})

test('a user who may grant nothing of what a device asks for grants it nothing', async () => {
  const registered = await addClient(service, { scopes: ['write:users'] })
  const config = await discover(fetcher, registered)
  const device = await client.initiateDeviceAuthorization(config, { scope: 'write:users' })
  const browser = new Browser(fetcher)
  await browser.open(device.verification_uri)
  await browser.submit({ user_code: device.user_code })
  await browser.submit({ confirm: 'yes' })
  await browser.submit({ email: user.email, password: PASSWORD })
  const poll = client.genericGrantRequest(config, DEVICE_CODE, { device_code: device.device_code })
  expect(await errorOf(poll)).toMatch(/^(?:access_denied|invalid_scope)$/)
})

test('the address with the code in it fills the form in, and sends nothing by itself', async () => {
  const { device } = await start()
  const { text } = await new Browser(fetcher).open(device.verification_uri_complete!)
  expect(text).toContain(`value="${device.user_code}"`)
  expect(text).not.toContain('<script')
})

test('who polls too quickly is told to slow down, by 5 seconds each time', async () => {
  const { poll } = await start()
  const answers: string[] = []
  for (const seconds of [0, 6, 7, 17, 8]) {
    pass(seconds)
    answers.push(await errorOf(poll()))
  }
  expect(answers).toEqual(['authorization_pending', 'slow_down', 'slow_down', 'authorization_pending', 'slow_down'])
})

test('a device that is refused learns of it', async () => {
  const { device, poll } = await start()
  const browser = new Browser(fetcher)
  await browser.open(device.verification_uri)
  await browser.submit({ user_code: device.user_code })
  expect((await browser.submit({ abort: 'yes' })).text).toContain('Device not connected')
  expect(await errorOf(poll())).toBe('access_denied')
})

test('a code that is too old is expired_token', async () => {
  const { poll } = await start()
  pass(601)
  expect(await errorOf(poll())).toBe('expired_token')
})

test.each([
  ['an address that only a browser in the middle of it knows', '/device/verify/abc', undefined],
  ['a form whose cookie is lost', '/device/verify', { user_code: 'BBBB-BBBB', xsrf: 'forged' }],
])('%s is answered with a page, 400', async (_what, path, form) => {
  const { status, text } = await new Browser(fetcher).open(path, form)
  expect([status, text.includes('<h1>')]).toEqual([400, true])
})

test('after 10 wrong codes an address is stopped, and told for how long', async () => {
  const browser = new Browser(fetcher)
  await browser.open('/device/verify')
  for (let nth = 0; nth < 10; nth++) {
    const { status, text } = await browser.submit({ user_code: 'BBBB-BBBB' })
    expect([status, text.includes('role="alert"')]).toEqual([400, true])
  }
  const refused = await browser.submit({ user_code: 'BBBB-BBBB' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(JSON.parse(refused.text)).toMatchObject({ error: expect.any(String) })
})

test('a code that has expired is a wrong one', async () => {
  pass(15 * 60)
  const { device } = await start()
  pass(601)
  const browser = new Browser(fetcher)
  await browser.open('/device/verify')
  const statuses: number[] = []
  for (let nth = 0; nth < 11; nth++) statuses.push((await browser.submit({ user_code: device.user_code })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
})

test('a code that was used already is a wrong one, and its user is told so', async () => {
  pass(15 * 60)
  const { device } = await start()
  const refusing = new Browser(fetcher)
  await refusing.open(device.verification_uri)
  await refusing.submit({ user_code: device.user_code })
  await refusing.submit({ abort: 'yes' })
  const browser = new Browser(fetcher)
  await browser.open('/device/verify')
  for (let nth = 0; nth < 10; nth++) {
    const { status, text } = await browser.submit({ user_code: device.user_code })
    expect([status, text.includes('This code was used already.')]).toEqual([400, true])
  }
  expect((await browser.submit({ user_code: device.user_code })).status).toBe(429)
})

test('of many wrong codes at once ten are looked at', async () => {
  pass(15 * 60)
  const browsers = Array.from({ length: 30 }, () => new Browser(fetcher))
  for (const browser of browsers) await browser.open('/device/verify')
  const guesses = browsers.map((browser) => browser.submit({ user_code: 'BBBB-BBBB' }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

test('the form must come from its page', async () => {
  const browser = new Browser(fetcher)
  await browser.open('/device/verify')
  expect(await browser.open('/device/verify', { user_code: 'BBBB-BBBB', xsrf: 'forged' })).toMatchObject({
    status: expect.any(Number),
  })
  expect(browser.view!.status).toBeGreaterThanOrEqual(400)
})
