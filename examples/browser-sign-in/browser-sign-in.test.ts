import type { Server } from 'node:http'
import { describeInBrowser, openTab, originOf, type Tab } from '@roster/test/browser'
import { type Live, startLive } from '@roster/test/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageServer } from './page-server.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'analytical engine no 1'

describeInBrowser('a page that signs in', () => {
  let live: Live
  let site: Server
  let address: string

  beforeAll(async () => {
    live = await startLive()
    const config = { roster: live.url, client_id: '' }
    site = pageServer(config)
    address = `${await originOf(site)}/`
    config.client_id = await registered()
  })
  afterAll(async () => {
    site?.close()
    await live?.stop()
  })

  /** A user with a password, and the page as a client. */
  async function registered(): Promise<string> {
    const ada = await post('/v1/users', { name: 'Ada Lovelace', email: EMAIL, role: 'admin' })
    await post(`/v1/users/${ada.id}/password`, { password: PASSWORD })
    const client = await post('/v1/oauth-clients', {
      name: 'Field Reports',
      type: 'public',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [address],
      scopes: ['openid', 'read:users'],
    })
    return client.client_id
  }

  async function post(path: string, body: object): Promise<any> {
    const headers = { 'x-api-key': live.key, 'content-type': 'application/json' }
    const response = await fetch(live.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`POST ${path}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  test('signs in, calls, refreshes and signs out', async () => {
    await using tab = await openTab()
    await tab.page.goto(address)
    await click(tab, '#sign-in', 'Sign in')
    await signIn(tab, 'not the password', 'Sign in')
    expect(await textOf(tab, '[role=alert]')).not.toBe('')
    expect(await valueOf(tab, '#email')).toBe(EMAIL)
    expect(await valueOf(tab, '#password')).toBe('')

    await signIn(tab, PASSWORD, 'Allow Field Reports to use your account?')
    expect(await textOf(tab, 'main')).toContain(`Signed in as Ada Lovelace (${EMAIL}).`)
    await click(tab, 'button[value=allow]', 'Signing in from a browser page')
    await says(tab, 'Signed in as ')
    expect(tab.page.url()).toBe(address)
    expect(JSON.parse(await textOf(tab, '#record'))).toMatchObject({ name: 'Ada Lovelace', email: EMAIL })

    await tab.page.click('#refresh')
    await says(tab, 'Signed in with new tokens')
    await click(tab, '#sign-out', 'Sign out?')
    await click(tab, 'button[name=logout]', 'You are signed out')

    await tab.page.goto(address)
    await says(tab, 'Nobody is signed in.')
    await click(tab, '#sign-in', 'Sign in')
    expect(tab.complaints.filter((complaint) => !complaint.includes('status of 4'))).toEqual([])
  })

  test('says so when access is denied', async () => {
    await using tab = await openTab('phone')
    await tab.page.goto(address)
    await click(tab, '#sign-in', 'Sign in')
    await signIn(tab, PASSWORD, 'Allow Field Reports to use your account?')
    await click(tab, 'button[value=deny]', 'Signing in from a browser page')
    await tab.page.waitForFunction('!/^(…|Nobody)/.test(document.querySelector("#status").textContent)')
    expect(await tab.page.$('body.signed-in')).toBeNull()
  })

  test('takes no answer that was not asked for in this tab', async () => {
    await using tab = await openTab()
    await tab.page.goto(`${address}?code=stolen&state=foreign`)
    await says(tab, 'This answer belongs to no sign-in that was begun in this tab.')
    expect(tab.page.url()).toBe(address)
  })

  async function signIn(tab: Tab, password: string, title: string): Promise<void> {
    await tab.page.$eval('#email', (field) => ((field as unknown as { value: string }).value = ''))
    await tab.page.type('#email', EMAIL)
    await tab.page.type('#password', password)
    await click(tab, 'button.primary', title)
  }
})

/** Clicks, and waits for a page with this heading. */
async function click({ page }: Tab, selector: string, heading: string): Promise<void> {
  const clicked = await page.waitForSelector(selector, { visible: true })
  await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), clicked!.click()])
  await page.waitForFunction(`document.querySelector("h1")?.textContent === ${JSON.stringify(heading)}`)
}

const says = ({ page }: Tab, text: string) =>
  page.waitForFunction(`document.querySelector("#status").textContent.startsWith(${JSON.stringify(text)})`)

const textOf = ({ page }: Tab, selector: string) => page.$eval(selector, ({ textContent }) => textContent)
const valueOf = ({ page }: Tab, selector: string) =>
  page.$eval(selector, (field) => (field as unknown as { value: string }).value)
