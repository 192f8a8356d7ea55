import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClient, addUser, CHALLENGE, REDIRECT_URI } from '@roster/test/oauth'
import { discover, goThrough } from '@roster/test/oauth-flows'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, holdDate, type Service, startService } from '@roster/test/service'

let service: Service
let fetcher: Fetch
let config: client.Configuration
let email: string
beforeAll(async () => {
  service = await startService()
  holdDate(service)
  fetcher = await fetchTo(service)
  config = await discover(fetcher, await addClient(service))
  email = (await addUser(service, 'Ada Lovelace')).email
})
afterAll(() => service.stop())

const asking = (state: string) =>
  client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    state,
    ...CHALLENGE,
  })

const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  fetcher(BASE_URL + path, { method: 'POST', body, headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' } })

const headingOf = ({ text }: { text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]

test('a request for a code that another site posts is the same request, made by GET', async () => {
  const { searchParams } = asking('a state & more')
  const { status, headers } = await post('/authorize', searchParams.toString())
  expect([status, headers.get('cache-control')]).toEqual([303, 'no-store'])
  const target = new URL(headers.get('location')!)
  expect([target.origin + target.pathname, [...target.searchParams]]).toEqual([
    `${BASE_URL}/authorize`,
    [...searchParams],
  ])
})

test('who is signed in gets the code for a posted request without signing in again', async () => {
  const browser = new Browser(fetcher)
  await goThrough({ fetcher, config, email, browser })
  browser.view = undefined
  const { url } = await browser.open('/authorize', Object.fromEntries(asking('posted').searchParams))
  expect([url.origin + url.pathname, url.searchParams.get('state')]).toEqual([REDIRECT_URI, 'posted'])
  expect(url.searchParams.get('code')).toMatch(/./)
})

test('a posted request to sign out shows the question of a sign-out', async () => {
  const browser = new Browser(fetcher)
  await goThrough({ fetcher, config, email, browser })
  browser.view = undefined
  const asked = await browser.open('/logout', { state: 'x' })
  browser.view = undefined
  expect([headingOf(asked), asked.url.search]).toEqual([headingOf(await browser.open('/logout')), '?state=x'])
  expect(headingOf(await browser.submit({ logout: 'yes' }))).toBe('You are signed out')
})

test('a request that is no form, or is longer than an address may be, is refused', async () => {
  const refusals = [
    await post('/authorize', '{}', 'application/json'),
    await post('/logout', 'a'.repeat(8_193)),
    await post('/authorize', 'state='.padEnd(8_192, 'a')),
    await post('/authorize', `state=${'€'.repeat(1_000)}`),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([415, 413, 413, 413])
})
