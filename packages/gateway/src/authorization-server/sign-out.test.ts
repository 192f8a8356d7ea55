import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findClient, oauthArtifacts } from '@roster/core/server'
import { addClient, addUser, CHALLENGE, REDIRECT_URI } from '@roster/test/oauth'
import { discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { PASSWORD } from '@roster/test/passwords'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, holdDate, passTime, type Service, startService } from '@roster/test/service'

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
let service: Service
let fetcher: Fetch
/** A process beside it that waits, once, when it reads a client. */
let slow: Service
let slowly: Fetch
let reading: (() => Promise<void>) | undefined
let user: { id: string; email: string }
let count = 0
beforeAll(async () => {
  service = await startService()
  const find = async (id: string) => {
    await reading?.()
    return findClient(service.database, id)
  }
  slow = await startService({ beside: service, provider: { clients: { find } } })
  holdDate(service)
  fetcher = await fetchTo(service)
  slowly = await fetchTo(slow)
})
afterAll(async () => {
  await slow.app.close()
  await service.stop()
})
beforeEach(async () => {
  user = await addUser(service, `User ${count++}`)
})

async function connected(browser = new Browser(fetcher)) {
  const config = await discover(fetcher, await addClient(service))
  browser.view = undefined
  const tokens = await (await goThrough({ fetcher, config, email: user.email, browser })).redeem()
  browser.view = undefined
  return { config, browser, tokens }
}

const asking = (config: client.Configuration) =>
  client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', ...CHALLENGE })

const cookiesOf = ({ kept }: Browser) => kept.map(([name, value]) => `${name}=${value}`).join('; ')

/** A request that has read what is known of its browser, and goes on when it is let go. */
async function underWay(url: URL, browser: Browser) {
  let letGo = () => {}
  let answer!: Promise<Response>
  await new Promise<void>((resolve) => {
    const held = new Promise<void>((release) => (letGo = release))
    reading = async () => {
      reading = undefined
      resolve()
      await held
    }
    answer = slowly(url.href, { headers: { cookie: cookiesOf(browser) } })
  })
  return { letGo, answer }
}

/** A tab with the page that a browser shows now. Its pages know who is signed in in the others. */
function tabOf(browser: Browser): Browser {
  const isOfSignIn = ([name]: [string, string]) => name.includes('sign_in')
  const ofPage = browser.kept.filter((cookie) => !isOfSignIn(cookie))
  const tab: Browser = new Browser((input, init) => {
    const known = new Map([...ofPage, ...browser.kept.filter(isOfSignIn), ...tab.kept])
    const cookie = Array.from(known, (pair) => pair.join('=')).join('; ')
    return fetcher(input, { ...init, headers: { ...init.headers, cookie } })
  })
  tab.view = browser.view
  return tab
}

const signOut = async (browser: Browser) => {
  browser.view = undefined
  await browser.open('/logout')
  return browser.submit({ logout: 'yes' })
}

const headingOf = ({ text }: { text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]

test('a sign-out is not undone by a request that was under way', async () => {
  const { config, browser } = await connected()
  const { letGo, answer } = await underWay(asking(config), browser)
  expect(headingOf(await signOut(browser))).toBe('You are signed out')
  letGo()
  const late = await answer
  const own = await service.browser(user.email, PASSWORD)
  expect((await own.sdk.sessions.list()).data.filter(({ type }) => type === 'sign_in')).toEqual([])
  const cookie = late.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const next = await fetcher(asking(config).href, { headers: { cookie } })
  expect(next.headers.get('location')).toContain(`${BASE_URL}/interaction/`)
})

test('a sign-in that was ended does not come back with a consent that was under way, and nothing is granted', async () => {
  const granted = () =>
    service.database.query({
      text: `select id from oauth_artifacts where kind in ('Grant', 'AuthorizationCode') and consumed_at is null order by id`,
    })
  const before = await granted()
  const config = await discover(fetcher, await addClient(service))
  const browser = new Browser(fetcher)
  await browser.open(asking(config))
  const { text } = await browser.submit({ email: user.email, password: PASSWORD })
  passTime(service, 60_000)
  const own = await service.browser(user.email, PASSWORD)
  const signIns = async () => (await own.sdk.sessions.list()).data.filter(({ type }) => type === 'sign_in')
  const body = new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(text)![1]!, decision: 'allow' })
  const [, action] = /<form[^>]* action="([^"]*)"/.exec(text)!
  const allowed = await fetcher(action!, { method: 'POST', headers: { cookie: cookiesOf(browser) }, body })
  const { letGo, answer } = await underWay(new URL(allowed.headers.get('location')!), browser)
  await own.sdk.sessions.end((await signIns())[0]!.id)
  letGo()
  await answer
  expect(await signIns()).toEqual([])
  expect(await granted()).toEqual(before)
})

test('a sign-out ends what was allowed while its page was open', async () => {
  const { browser } = await connected()
  const page = await browser.open('/logout')
  const { config, tokens } = await connected(browser)
  browser.view = page
  await browser.submit({ logout: 'yes' })
  expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
})

test('a sign-out that the database is lost at is told on a page, and is done when it is tried again', async () => {
  const { browser, config, tokens } = await connected()
  await browser.open('/logout')
  const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  const working = oauthArtifacts(service.database, service.secrets, service.clock.now)
  const artifacts = { ...working, signOut: lost, endSignIn: lost, endGrant: lost }
  const broken = await startService({ beside: service, provider: { artifacts } })
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(browser.view!.text)!
  const answer = await broken.app.inject({
    method: 'POST',
    url: '/logout/confirm',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookiesOf(browser) },
    payload: new URLSearchParams({ xsrf: xsrf!, logout: 'yes' }).toString(),
  })
  expect([answer.statusCode, answer.headers.location, answer.headers['retry-after']]).toEqual([503, undefined, '1'])
  expect(answer.body).toContain('<code>server_error</code>')
  await broken.app.close()
  expect(headingOf(await signOut(browser))).toBe('You are signed out')
  expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
})

test('a sign-out ends what was allowed in another tab while a page of this one was under way', async () => {
  const { config, browser } = await connected()
  const tab = cookiesOf(browser)
  const { letGo, answer } = await underWay(asking(config), browser)
  const other = await connected(browser)
  letGo()
  await answer
  const page = await fetcher(`${BASE_URL}/logout`, { headers: { cookie: tab } })
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(await page.text())!
  const body = new URLSearchParams({ xsrf: xsrf!, logout: 'yes' })
  await fetcher(`${BASE_URL}/logout/confirm`, { method: 'POST', headers: { cookie: tab }, body })
  expect(await errorOf(client.refreshTokenGrant(other.config, other.tokens.refresh_token!))).toBe('invalid_grant')
})

test('a sign-out ends what was allowed in two tabs to one client', async () => {
  const config = await discover(fetcher, await addClient(service))
  const browser = new Browser(fetcher)
  await browser.open(asking(config))
  await browser.submit({ email: user.email, password: PASSWORD })
  const tab = tabOf(browser)
  browser.view = undefined
  await browser.open(asking(config))
  const tokens: client.TokenEndpointResponse[] = []
  for (const one of [browser, tab]) {
    const { url } = await one.submit({ decision: 'allow' })
    tokens.push(await client.authorizationCodeGrant(config, url, { pkceCodeVerifier: VERIFIER }))
  }
  await signOut(tab)
  for (const { refresh_token } of tokens)
    expect(await errorOf(client.refreshTokenGrant(config, refresh_token!))).toBe('invalid_grant')
})

test.each([false, true])('who stays signed in is told so, and nothing ends; with a hint: %s', async (isHinted) => {
  const { browser, config, tokens } = await connected()
  await browser.open(isHinted ? `/logout?id_token_hint=${tokens.id_token}` : '/logout')
  const page = await browser.submit({})
  expect([page.status, headingOf(page)]).toEqual([200, 'You are still signed in'])
  expect(await client.refreshTokenGrant(config, tokens.refresh_token!)).toHaveProperty('access_token')
  expect((await browser.open(asking(config))).url.searchParams.has('code')).toBe(true)
})
