import { access, resources, naming } from '@roster/api'
import {
  accessibilityFaults,
  describeInBrowser,
  openTab,
  screenshot,
  scrollsSideways,
  type Size,
  SIZES,
  type Tab,
} from '@roster/test/browser'
import { EXAMPLE_SECRET } from '@roster/test/examples'
import { type Link, startLink } from '@roster/test/link'
import { freePort } from '@roster/test/raw-requests'
import { Receiver, status } from '@roster/test/receiver'
import { application } from '@roster/test/application'
import { Clock, SITE, type Service, startService } from '@roster/test/service'
import { startDeliverer } from '@roster/test/webhooks'
import { ensureAdminKey } from '@roster/core/server'
import type { Deliverer } from '@roster/gateway'
import type { User } from '@roster/sdk'
import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsOf, register, subjectsOf, text, visible, waitFor, watch, watching } from './live-events.fixture.ts'
import { liveEventsTexts } from './texts.ts'

const NAMES = Object.values(resources).flatMap(({ contract }) => Object.keys(contract.events))
const PASSWORD = 'correct horse battery staple'

describeInBrowser('the page that shows the stream', () => {
  let service: Service
  let deliverer: Deliverer
  let receiver: Receiver
  let link: Link
  let origin: string
  let count = 0

  beforeAll(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    service = await startService({
      baseUrl: origin,
      clock: Clock.atPresent(),
      texts: liveEventsTexts({ ...SITE, baseUrl: 'http://localhost:3000' }, application.resources),
    })
    await ensureAdminKey({ database: service.database, access, naming }, EXAMPLE_SECRET, service.clock.now())
    deliverer = await startDeliverer(service)
    await service.app.listen({ host: '127.0.0.1', port })
    link = await startLink(origin)
    receiver = await Receiver.start()
  })
  afterAll(async () => {
    await receiver?.stop()
    await link?.close()
    await deliverer?.stop()
    await service?.stop()
  })

  test.each(Object.keys(SIZES) as Size[])('shows changes and what came of a test event, on a %s', async (size) => {
    await using tab = await openTab(size, size === 'phone' ? 'dark' : 'light')
    const { page } = tab
    await forgetEndpoints()
    await page.goto(`${origin}/docs/events`)
    expect(await accessibilityFaults(page)).toEqual([])
    await screenshot(page, `events-start-${size}`)
    await watch(page, EXAMPLE_SECRET)
    await text(page, '#empty', 'Nothing has happened yet')
    await waitFor(page, 'document.querySelector("#register").open')
    expect(await accessibilityFaults(page)).toEqual([])
    await screenshot(page, `events-empty-${size}`)

    await registerReceiver(page)
    await page.click('#test button')
    await text(page, '#outcome', 'Delivered. The endpoint answered 204')
    expect(receiver.events.at(-1)).toMatchObject({ event: 'webhook.test' })
    await waitFor(page, 'document.querySelector("#events .own")?.textContent.includes("webhook.test")')

    await create('Ada <b>Lovelace</b>')
    const user = await create('Grace Hopper')
    await service.admin.sdk.users.update(user.id, { name: 'Rear Admiral Grace Hopper' })
    await service.admin.sdk.users.delete(user.id)
    await text(page, '#events li:first-child', 'user.deleted')
    await text(page, '#events', 'Ada <b>Lovelace</b>')
    await page.click('#events li:nth-child(2) summary')
    await text(page, '#events li:nth-child(2) pre', '"name": "Rear Admiral Grace Hopper"')
    expect(await eventsOf(page)).toEqual([
      'user.deleted',
      'user.updated',
      'user.created',
      'user.created',
      'webhook.test',
    ])
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    expect(tab.complaints).toEqual([])
    expect([...tab.origins]).toEqual([origin])
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
    await screenshot(page, `events-${size}`)
  })

  test('goes on where it was when its connection is cut: nothing is missed, nothing comes twice', async () => {
    await using tab = await openTab()
    await tab.page.goto(`${link.url}/docs/events`)
    await watch(tab.page, EXAMPLE_SECRET)
    await create('First')
    await text(tab.page, '#events', 'First')
    await link.close()
    await create('Second')
    await text(tab.page, '#status', 'Connecting again')
    await create('Third')
    await link.mend()
    await text(tab.page, '#events li:first-child', 'Third')
    await text(tab.page, '#status', 'Watching')
    expect(await subjectsOf(tab.page)).toEqual(['Third', 'Second', 'First'])
  })

  test('misses nothing while it is paused', async () => {
    await using tab = await opened()
    await tab.page.click('#pause')
    await text(tab.page, '#status', 'Paused')
    await create('Meanwhile')
    await create('Later')
    expect(await subjectsOf(tab.page)).toEqual([])
    await tab.page.click('#pause')
    await text(tab.page, '#events li:first-child', 'Later')
    expect(await subjectsOf(tab.page)).toEqual(['Later', 'Meanwhile'])
    await tab.page.click('#clear')
    expect(await subjectsOf(tab.page)).toEqual([])
  })

  test('shows the chosen events only, from the place where it is', async () => {
    await using tab = await opened()
    const { page } = tab
    const user = await create('Joan Clarke')
    await text(page, '#events', 'Joan Clarke')
    await page.click('#choices summary')
    await page.click('#filter input[value="user.deleted"]')
    await text(page, '#chosen', `1 of ${NAMES.length} events`)
    expect(await eventsOf(page)).toEqual([])
    expect(await accessibilityFaults(page)).toEqual([])
    await create('Nobody asked for')
    await service.admin.sdk.users.delete(user.id)
    await text(page, '#events', 'user.deleted')
    expect(await eventsOf(page)).toEqual(['user.deleted'])
    await screenshot(page, 'events-filter-desk')
    await page.click('#all')
    await text(page, '#chosen', 'all events')
    await create('Again')
    await text(page, '#events', 'Again')
    expect(await eventsOf(page)).toEqual(['user.created', 'user.deleted'])
  })

  test('says where events were missed', async () => {
    await using tab = await opened()
    await tab.page.setRequestInterception(true)
    const elsewhere = `${origin}/events?after=otherepoch:1`
    tab.page.on('request', (request) => {
      void request.continue(request.url().includes('/events?after=') ? { url: elsewhere } : {})
    })
    await tab.page.click('#pause')
    await tab.page.click('#pause')
    await text(tab.page, '#events .notice', 'Events before this were missed')
    await create('After the gap')
    await text(tab.page, '#events li:first-child', 'After the gap')
    expect(await subjectsOf(tab.page)).toEqual(['After the gap'])
  })

  test('keeps no more than 200 rows', async () => {
    await using tab = await opened()
    const users = Array.from({ length: 210 }, (_, nth) => ({
      name: `User ${nth}`,
      email: `many${nth}@example.com`,
      role: 'viewer' as const,
    }))
    await service.admin.sdk.users.createMany({ users })
    await text(tab.page, '#events li:first-child', 'User 209')
    expect(await tab.page.$$eval('#events li', (rows) => rows.length)).toBe(200)
  })

  test('says what is wrong with a key, and keeps nothing of it', async () => {
    await using tab = await openTab()
    await tab.page.goto(`${origin}/docs/events`)
    await tab.page.click('#connect button')
    await text(tab.page, '#alert', 'Unauthenticated')
    await tab.page.type('#key', 'rk_wrong')
    await tab.page.keyboard.press('Enter')
    await text(tab.page, '#alert', 'The credential is unknown, expired or revoked.')
    expect(await accessibilityFaults(tab.page)).toEqual([])
    await screenshot(tab.page, 'events-refused-desk')
    expect(tab.page.url()).toBe(`${origin}/docs/events`)
    expect(
      await tab.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
    ).toBe('[{},{},""]')
  })

  test('ends with its key, and says so', async () => {
    const key = await service.admin.sdk.apiKeys.create({
      name: 'Short',
      role: 'admin',
      scopes: ['read:events', 'read:users'],
    })
    await using tab = await opened(key.secret)
    await create('Before the end')
    await text(tab.page, '#events', 'Before the end')
    await service.admin.sdk.apiKeys.revoke(key.id)
    await tab.page.click('#pause')
    await tab.page.click('#pause')
    await text(tab.page, '#alert', 'The credential is unknown, expired or revoked.')
    await text(tab.page, '#status', 'Stopped')
    expect(await subjectsOf(tab.page)).toContain('Before the end')
  })

  test('tells a caller who may not manage webhooks why that part is closed', async () => {
    await using tab = await openTab()
    await tab.page.goto(`${origin}/docs/events`)
    const key = await service.admin.sdk.apiKeys.create({ name: 'Reader', role: 'admin', scopes: ['read:events'] })
    await watch(tab.page, key.secret)
    await text(tab.page, '#forbidden', 'manage:webhooks')
    expect(await visible(tab.page, ['#forbidden', '#try', '#register'])).toEqual([true, false, false])
    expect(tab.complaints).toEqual([])
  })

  test('offers its form once it is known whether there are endpoints, so that it does not move under the hand', async () => {
    await using tab = await openTab()
    const { page } = tab
    await page.goto(`${origin}/docs/events`)
    const list = Promise.withResolvers<HTTPRequest>()
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      if (request.url().includes('/webhook-endpoints?')) list.resolve(request)
      else void request.continue()
    })
    await page.type('#key', EXAMPLE_SECRET)
    await page.click('#connect button')
    const held = await list.promise
    expect(await visible(page, ['#forbidden', '#register'])).toEqual([false, false])
    await held.continue()
    await watching(page)
  })

  test('watches and sends by the session of the browser, without a key', async () => {
    const { id, email } = await create('Ada King', 'admin')
    await service.admin.sdk.users.setPassword(id, { password: PASSWORD })
    await using tab = await openTab()
    await tab.page.goto(`${origin}/docs/events`)
    await tab.page.evaluate(
      `fetch('/v1/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify({ email, password: PASSWORD }))} })`,
    )
    await tab.page.click('#connect button')
    await watching(tab.page)
    await text(tab.page, '#caller', 'As Ada King')
    await registerReceiver(tab.page)
    await tab.page.click('#test button')
    await text(tab.page, '#outcome', 'Delivered. The endpoint answered 204')
    expect(tab.complaints).toEqual([])
  })

  test('shows why an endpoint is refused, and that a delivery failed', async () => {
    await using tab = await opened()
    const { page } = tab
    await register(page, 'https://private.example/hook')
    await text(page, '#webhook-alert', 'url: ')
    receiver.answer = status(500)
    await registerReceiver(page)
    await page.click('#test button')
    await text(page, '#outcome', 'Not delivered. The endpoint answered 500')
    await text(page, '#outcome', 'Next attempt at')
    await text(page, '#deliveries', 'Waiting webhook.test')
    expect(await page.$eval('#webhook-alert', ({ textContent }) => textContent)).toBe('')
    receiver.answer = status(204)
  })

  test('everything is reached with the keyboard alone', async () => {
    await using tab = await openTab()
    const { page } = tab
    await page.goto(`${origin}/docs/events`)
    for (const expected of ['API reference', 'key', 'Watch']) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.id || document.activeElement.textContent')).toBe(expected)
      if (expected === 'key') await page.keyboard.type(EXAMPLE_SECRET)
    }
    await page.keyboard.press('Enter')
    await text(page, '#status', 'Watching')
    await create('By hand')
    await text(page, '#events', 'By hand')
    expect(await page.evaluate('document.activeElement.id')).toBe('pause')
    for (let nth = 0; nth < 4; nth++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await text(page, '#events pre', '"name": "By hand"')
  })

  const create = (name: string, role: User['role'] = 'viewer') =>
    service.admin.sdk.users.create({ name, role, email: `person${count++}@example.com` })

  /** Deletes every webhook endpoint. */
  async function forgetEndpoints(): Promise<void> {
    const { webhookEndpoints } = service.admin.sdk
    for (const { id } of (await webhookEndpoints.list()).data) await webhookEndpoints.delete(id)
  }

  /** Registers the receiver, and waits until the page offers to send it a test. */
  async function registerReceiver(page: Page): Promise<void> {
    await register(page, receiver.url)
    await waitFor(page, 'document.activeElement.closest("#test")')
    await text(page, '#secret code', 'whsec_')
  }

  async function opened(key = EXAMPLE_SECRET): Promise<Tab> {
    const tab = await openTab()
    await tab.page.goto(`${origin}/docs/events`)
    await watch(tab.page, key)
    return tab
  }
})
