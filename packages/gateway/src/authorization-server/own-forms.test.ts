import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as client from 'openid-client'
import { addClient, addUser, CHALLENGE, REDIRECT_URI } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { discover } from '@roster/test/oauth-flows'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, holdDate, type Service, startService } from '@roster/test/service'

let service: Service
let reach: Fetch
let headers: Record<string, string>
/** Reaches the service with what a browser says of the page that a request comes from. */
const fetcher: Fetch = (input, init) => reach(input, { ...init, headers: { ...init?.headers, ...headers } })
let config: client.Configuration
let email: string
beforeAll(async () => {
  service = await startService()
  holdDate(service)
  reach = await fetchTo(service)
  const registered = await addClient(service)
  config = await discover(reach, registered)
  email = (await addUser(service, 'Ada Lovelace')).email
})
afterAll(() => service.stop())
beforeEach(() => {
  headers = {}
})

const openSignIn = (browser: Browser) =>
  browser.open(
    client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid',
      ...CHALLENGE,
    }),
  )

const signIn = async (browser: Browser) => {
  await openSignIn(browser)
  return browser.submit({ email, password: PASSWORD })
}

const forms: [name: string, ready: (browser: Browser) => Promise<unknown>, fields: Record<string, string>][] = [
  ['of sign-in', openSignIn, { email: 'ada.lovelace@example.com', password: PASSWORD }],
  ['of consent', signIn, { decision: 'allow' }],
  ['of a device', (browser) => browser.open('/device/verify'), { user_code: 'BBBB-BBBB' }],
  [
    'of sign-out',
    async (browser) => {
      await signIn(browser)
      await browser.submit({ decision: 'allow' })
      browser.view = undefined
      await browser.open('/logout')
    },
    { logout: 'yes' },
  ],
]

const foreign: [what: string, headers: Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['another site that hides it wholly', { 'sec-fetch-site': 'cross-site' }],
  ['another origin of the site', { origin: 'http://other.roster.test', 'sec-fetch-site': 'same-site' }],
  ['another site in an old browser', { origin: 'https://evil.example' }],
  ['no page', { 'sec-fetch-site': 'none' }],
]

const own: [what: string, headers: Record<string, string>][] = [
  ['a browser of now, whose pages send no referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['a browser that names the origin all the same', { origin: BASE_URL, 'sec-fetch-site': 'same-origin' }],
  ['a browser that knows neither', {}],
  ['an old browser, or one that does not trust the connection', { origin: 'null' }],
]

describe.each(forms)('the form %s', (_name, ready, fields) => {
  test.each(foreign)('from %s is refused with a page, 403', async (_what, sent) => {
    const browser = new Browser(fetcher)
    await ready(browser)
    headers = sent
    const { status, text, headers: answered } = await browser.submit(fields)
    expect({ status, type: answered.get('content-type'), isOurs: text.includes('This can’t go on') }).toEqual({
      status: 403,
      type: 'text/html; charset=utf-8',
      isOurs: true,
    })
  })

  test.each(own)('from our page in %s is taken', async (_what, sent) => {
    const browser = new Browser(fetcher)
    await ready(browser)
    headers = sent
    expect((await browser.submit(fields)).status).not.toBe(403)
  })
})
