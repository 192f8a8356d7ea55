import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { type Browser, launch, type Page, type Viewport } from 'puppeteer-core'
import { beforeAll, describe, inject } from 'vitest'
import { PATIENCE } from './patience.ts'

const SCREENSHOTS = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Sizes at which pages are tested, in CSS pixels. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
} satisfies Record<string, Viewport>
export type Size = keyof typeof SIZES

const noBrowser = !isInstalled() && process.env['ROSTER_REQUIRE_BROWSER'] !== 'on'
if (noBrowser) process.stderr.write(`Browser tests are skipped: there is no Chromium at ${PATH} (CHROMIUM_PATH).\n`)

function isInstalled(): boolean {
  try {
    accessSync(PATH, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser. It runs until the test process ends. */
let browser: Promise<Browser> | undefined

/**
 * Describes tests in Chromium. Without Chromium at `CHROMIUM_PATH` (default: `/usr/bin/chromium`) the tests are skipped, and a line says
 * so; with `ROSTER_REQUIRE_BROWSER=on` they run and fail.
 */
export function describeInBrowser(what: string, tests: () => void): void {
  describe.skipIf(noBrowser)(`in a browser: ${what}`, () => {
    tests()
    beforeAll(async () => {
      await (browser ??= startBrowser())
    })
  })
}

/** Starts headless Chromium with a new empty profile. Chromium ends when its pipe closes, however the test process ends. */
async function startBrowser(): Promise<Browser> {
  // Chromium's sandbox does not work in containers, and the tests open only our pages.
  const args = [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--lang=en',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
  ]
  const userDataDir = await mkdtemp(join(inject('scratch'), 'browser-'))
  return launch({
    executablePath: PATH,
    args,
    userDataDir,
    pipe: true,
    timeout: PATIENCE,
    protocolTimeout: 3 * PATIENCE,
  })
}

/** A tab with its own browser session, and its errors. It closes at the end of the `await using` block. */
export interface Tab {
  page: Page
  /** Errors that the browser reports: script errors, refused loads, violations of the content security policy. */
  complaints: string[]
  /** Origins to which the page sent requests. */
  origins: Set<string>
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a tab of this size, in the light or dark color scheme. */
export async function openTab(size: Size = 'desk', scheme: 'light' | 'dark' = 'light'): Promise<Tab> {
  const context = await (await browser!).createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.setViewport(SIZES[size])
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  const complaints: string[] = []
  const origins = new Set<string>()
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:') origins.add(origin)
  })
  return { page, complaints, origins, [Symbol.asyncDispose]: () => context.close() }
}

/** Makes a server listen on a free port of this machine, and returns its origin. */
export async function originOf(server: Server): Promise<string> {
  await once(server.listen(0), 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Returns the accessibility violations that axe finds (WCAG 2.2 A and AA, and axe's best practices), one per line. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`))
}

/** Whether the page is wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  ) as Promise<boolean>
}

/** Writes a screenshot of a page to `docs/screenshots/<name>.png`, only with `ROSTER_SCREENSHOTS=on`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env['ROSTER_SCREENSHOTS'] !== 'on') return
  await mkdir(SCREENSHOTS, { recursive: true })
  await page.evaluate('document.documentElement.style.caretColor = "transparent"')
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` })
}
