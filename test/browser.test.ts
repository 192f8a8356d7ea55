import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  describeInBrowser,
  openTab,
  screenshot,
  scrollsSideways,
  type Size,
  SIZES,
} from './support/browser.ts'
import { Clock, type Service, startService } from './support/service.ts'

describeInBrowser('the pages that explain the service', () => {
  let service: Service
  let origin: string

  beforeAll(async () => {
    service = await startService({ clock: Clock.atPresent() })
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await service?.stop()
  })

  const sizes = Object.keys(SIZES) as Size[]
  const errorPages = ['/errors', '/errors/validation-failed']

  test.each(errorPages.flatMap((path) => sizes.map((size) => [path, size] as const)))(
    '%s on a %s fits, is accessible and asks nobody else for anything',
    async (path, size) => {
      await using tab = await openTab(size, size === 'phone' ? 'dark' : 'light')
      await tab.page.goto(origin + path)
      expect(await accessibilityFaults(tab.page)).toEqual([])
      expect(await scrollsSideways(tab.page)).toBe(false)
      expect(tab.complaints).toEqual([])
      expect([...tab.origins]).toEqual([origin])
      await screenshot(tab.page, `${path.slice(1).replace('/', '-')}-${size}`)
    },
  )

  test.each(sizes)('/docs on a %s renders the document and asks nobody else for anything', async (size) => {
    await using tab = await openTab(size)
    await tab.page.goto(`${origin}/docs`, { waitUntil: 'networkidle0' })
    await tab.page.waitForFunction('document.querySelector("h1")?.textContent.includes("Roster")')
    expect(await tab.page.$$eval('a[href="/docs/events"]', (links) => links.length)).toBe(1)
    expect(await scrollsSideways(tab.page)).toBe(false)
    expect(tab.complaints).toEqual([])
    expect([...tab.origins]).toEqual([origin])
    await screenshot(tab.page, `docs-${size}`)
  })
})
