import type { Server } from 'node:http'
import { join } from 'node:path'
import { Roster } from '@roster/sdk'
import {
  accessibilityFaults,
  describeInBrowser,
  openTab,
  originOf,
  screenshot,
  scrollsSideways,
  type Size,
  SIZES,
} from '@roster/test/browser'
import { buildClient, type BuiltClient } from '@roster/test/built-client'
import { EXAMPLE_SECRET, fillWithExamples } from '@roster/test/examples'
import { type Link, startLink } from '@roster/test/link'
import { Clock, type Service, startService } from '@roster/test/service'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageServer } from './page-server.ts'

describeInBrowser('a page that shows live events', () => {
  let service: Service
  let link: Link
  let roster: Roster
  let built: BuiltClient
  let site: Server
  let address: string

  beforeAll(async () => {
    service = await startService({ clock: Clock.atPresent(), allowsOrigin: (origin) => `${origin}/` === address })
    await fillWithExamples(service.database, service.clock.now())
    await service.startEventLog()
    const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
    roster = new Roster({ baseUrl, apiKey: EXAMPLE_SECRET })
    link = await startLink(baseUrl)
    built = await buildClient()
    site = pageServer({ roster: link.url, sdk: join(built.folder, 'dist') })
    address = `${await originOf(site)}/`
  })
  afterAll(async () => {
    site?.close()
    await built?.remove()
    await link?.close()
    await service?.stop()
  })

  test.each(Object.keys(SIZES) as Size[])('shows a user who is created, on a %s', async (size) => {
    await using tab = await openTab(size, size === 'phone' ? 'dark' : 'light')
    const { page } = tab
    await follow(page, EXAMPLE_SECRET)
    const user = await roster.users.create({
      name: 'Ada <b>Lovelace</b>',
      email: `ada@${size}.example.com`,
      role: 'viewer',
    })
    await shows(page, 'user.created', user.name)
    const order = await roster.orders.create(user.id, {
      currency: 'EUR',
      items: [{ sku: 'TEA-250', name: 'Green tea', quantity: 1, unit_amount: 1_250 }],
    })
    await shows(page, 'order.created', order.number)
    await roster.users.update(user.id, { name: 'Ada King' })
    await roster.users.delete(user.id)
    await shows(page, 'user.deleted', user.id)
    expect(await page.$$eval('#events li', (items) => items.length)).toBe(4)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    expect(tab.complaints).toEqual([])
    await screenshot(page, `live-events-${size}`)
  })

  test('goes on where it was when its connection is cut', async () => {
    await using tab = await openTab()
    await follow(tab.page, EXAMPLE_SECRET)
    const [first, second] = ['Grace Hopper', 'Joan Clarke']
    await roster.users.create({ name: first, email: 'grace@example.com', role: 'viewer' })
    await shows(tab.page, 'user.created', first)
    link.cut()
    await roster.users.create({ name: second, email: 'joan@example.com', role: 'viewer' })
    await shows(tab.page, 'user.created', second)
    expect(await tab.page.$$eval('#events li', (items) => items.length)).toBe(2)
  })

  test('says so when the key is refused', async () => {
    await using tab = await openTab()
    await tab.page.goto(address)
    await tab.page.type('#key', 'rk_wrong')
    await tab.page.click('button')
    await tab.page.waitForFunction('!/^(Not|Following)/.test(document.querySelector("#status").textContent)')
    const status = await tab.page.$eval('#status', ({ textContent }) => textContent)
    expect(status).toBe('The credential is unknown, expired or revoked.')
  })

  /** Opens the page with a key, and waits until it follows. */
  async function follow(page: Page, key: string): Promise<void> {
    await page.goto(address)
    await page.type('#key', key)
    const answered = page.waitForResponse((response) => response.url().endsWith('/events') && response.status() === 200)
    await page.click('button')
    await answered
  }
})

const shows = (page: Page, event: string, subject: string) =>
  page.waitForFunction(
    `[...document.querySelectorAll('#events li')].some((item) => item.textContent.includes(${JSON.stringify(event)} + ${JSON.stringify(subject)}))`,
  )
