import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, describeInBrowser, openTab, originOf, type Tab } from './support/browser.ts'
import { addClient, addUser, CHALLENGE, DEVICE_CODE } from './support/oauth.ts'
import { PASSWORD } from './support/passwords.ts'
import { freePort } from './support/raw-requests.ts'
import { Clock, type Service, startService } from './support/service.ts'

describeInBrowser('the pages of the authorization server', () => {
  let service: Service
  let origin: string
  let redirectUri: string
  let client: { client_id: string }
  const arrivals: URL[] = []
  const site = createServer((request, response) => {
    const url = new URL(request.url!, redirectUri)
    arrivals.push(url)
    const { action, ...fields } = Object.fromEntries(url.searchParams)
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    const shown =
      action === undefined
        ? '<h1>Back</h1>'
        : `<form method="post" action="${action}">${inputs.join('')}<button>Win</button></form>`
    response.setHeader('content-type', 'text/html').end(`<link rel="icon" href="data:,">${shown}`)
  })

  beforeAll(async () => {
    redirectUri = `${await originOf(site)}/callback`
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    service = await startService({ baseUrl: origin, clock: Clock.atPresent() })
    await service.app.listen({ host: '127.0.0.1', port })
    await addUser(service, 'Ada Lovelace')
    client = await addClient(service, {
      name: 'Field Reports',
      token_endpoint_auth_method: 'none',
      redirect_uris: [redirectUri],
      scopes: ['openid', 'read:users'],
    })
  })
  afterAll(async () => {
    site.close()
    await service?.stop()
  })

  const authorize = (more = {}) =>
    `${origin}/authorize?${form({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      scope: 'openid read:users',
      state: 'a-state-of-the-client',
      ...CHALLENGE,
      ...more,
    })}`

  test('a person signs in after a wrong password, consents, and signs out', async () => {
    await using tab = await openTab('phone')
    await open(tab, authorize(), 'Sign in')
    expect(await textOf(tab)).toContain('to go on to Field Reports')
    await signIn(tab, 'not the password')
    await shows(tab, 'Sign in')
    expect(await tab.page.$eval('[role=alert]', ({ textContent }) => textContent)).not.toBe('')
    expect(await tab.page.$eval('#email', (field) => field.getAttribute('value'))).toBe('ada.lovelace@example.com')

    await signIn(tab, PASSWORD)
    await shows(tab, 'Allow Field Reports to use your account?')
    expect(await textOf(tab)).toContain('Signed in as Ada Lovelace (ada.lovelace@example.com).')
    expect(await textOf(tab)).toContain(
      `Either answer goes to a program on this device, at ${new URL(redirectUri).host}.`,
    )
    await press(tab, 'Allow')
    await shows(tab, 'Back')
    const answer = arrivals.at(-1)!.searchParams
    expect(Object.fromEntries(answer)).toEqual({
      code: expect.any(String),
      state: 'a-state-of-the-client',
      iss: origin,
    })

    await open(tab, `${origin}/logout`, 'Sign out?')
    await press(tab, 'Sign out')
    await shows(tab, 'You are signed out')
    await open(tab, authorize(), 'Sign in')
  })

  test('a person who says no goes back to the client, which gets no code', async () => {
    await using tab = await openTab()
    await open(tab, authorize({ prompt: 'consent' }), 'Sign in')
    await signIn(tab, PASSWORD)
    await shows(tab, 'Allow Field Reports to use your account?')
    await press(tab, 'Deny')
    await shows(tab, 'Back')
    const answer = arrivals.at(-1)!.searchParams
    expect([answer.get('error'), answer.get('code')]).toEqual(['access_denied', null])
  })

  test('a person connects a device, after a mistyped code', async () => {
    const device = await deviceAsks()
    await using tab = await openTab()
    await open(tab, device.verification_uri, 'Connect a device')
    await tab.page.type('#user_code', 'BBBB-BBBB')
    await press(tab, 'Continue')
    await tab.page.waitForSelector('[role=alert]')
    await tab.page.$eval('#user_code', (field) => field.setAttribute('value', ''))
    await tab.page.type('#user_code', device.user_code.toLowerCase())
    await press(tab, 'Continue')
    await shows(tab, 'Connect Field Reports on this device?')
    expect(await textOf(tab)).toContain(device.user_code)
    await press(tab, 'Connect')
    await shows(tab, 'Sign in')
    await signIn(tab, PASSWORD)
    await shows(tab, 'Device connected')
    const { status, body } = await service.anonymous.rest(
      'POST /oauth/token',
      form({ grant_type: DEVICE_CODE, client_id: client.client_id, device_code: device.device_code }),
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
    expect([status, body.token_type]).toEqual([200, 'Bearer'])
  })

  test.each([
    ['a sign-in', () => authorize()],
    ['a device', () => `${origin}/device/verify`],
    ['a sign-out', () => `${origin}/logout`],
  ])('a form of %s that a page of another site sends is refused', async (_what, page) => {
    await using tab = await openTab()
    await tab.page.goto(page())
    const action = await tab.page.evaluate('document.forms[0]?.action ?? location.origin + "/logout/confirm"')
    await tab.page.goto(`${new URL(redirectUri).origin}/?${form({ action: String(action) })}`)
    const [answer] = await Promise.all([tab.page.waitForNavigation(), tab.page.click('button')])
    expect(answer!.status()).toBe(403)
    await shows(tab, 'This can’t go on')
  })

  test('a request that another site posts finds who is signed in, and who is not signs in', async () => {
    await using tab = await openTab()
    const asked = Object.fromEntries(new URL(authorize()).searchParams)
    const posted = `${new URL(redirectUri).origin}/?${form({ action: `${origin}/authorize`, ...asked })}`
    await tab.page.goto(posted)
    await press(tab, 'Win')
    await shows(tab, 'Sign in')
    await signIn(tab, PASSWORD)
    await press(tab, 'Allow')
    await tab.page.goto(posted)
    await press(tab, 'Win')
    await shows(tab, 'Back')
    expect(arrivals.at(-1)!.searchParams.get('code')).toMatch(/./)
    await tab.page.goto(`${new URL(redirectUri).origin}/?${form({ action: `${origin}/logout`, state: 'x' })}`)
    await press(tab, 'Win')
    await shows(tab, 'Sign out?')
  })

  test('a person refuses a device', async () => {
    const device = await deviceAsks()
    await using tab = await openTab()
    await open(tab, device.verification_uri_complete, 'Connect a device')
    await press(tab, 'Continue')
    await shows(tab, 'Connect Field Reports on this device?')
    await press(tab, 'Cancel')
    expect(await headingOf(tab)).toBe('Device not connected')
  })

  test('a request with a foreign redirect address ends on a page here', async () => {
    await using tab = await openTab()
    await open(tab, authorize({ redirect_uri: 'http://localhost:1/elsewhere' }), 'This can’t go on')
    expect(await textOf(tab)).toContain('invalid_redirect_uri')
    expect(await accessibilityFaults(tab.page)).toEqual([])
  })

  async function deviceAsks(): Promise<any> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = form({ client_id: client.client_id, scope: 'openid read:users' })
    const { status, body } = await service.anonymous.rest('POST /device', asked, headers)
    expect(status).toBe(200)
    return body
  }

  async function signIn(tab: Tab, password: string): Promise<void> {
    await tab.page.$eval('#email', (field) => field.setAttribute('value', ''))
    await tab.page.type('#email', 'ada.lovelace@example.com')
    await tab.page.type('#password', password)
    await press(tab, 'Sign in')
  }
})

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

async function open(tab: Tab, address: string, heading: string): Promise<void> {
  await tab.page.goto(address)
  await shows(tab, heading)
}

/** Presses a button, and waits for the page that it leads to. */
async function press({ page }: Tab, label: string): Promise<void> {
  await Promise.all([
    page.waitForNavigation(),
    page.locator(`::-p-xpath(//button[normalize-space()="${label}"])`).click(),
  ])
}

const headingOf = ({ page }: Tab) => page.$eval('h1', ({ textContent }) => textContent)
const textOf = async ({ page }: Tab) =>
  (await page.$eval('main', ({ textContent }) => textContent)).replaceAll(/\s+/g, ' ')

const shows = async (tab: Tab, heading: string) => expect(await headingOf(tab)).toBe(heading)
