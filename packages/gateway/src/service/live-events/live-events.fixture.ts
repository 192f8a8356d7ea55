import type { Page } from 'puppeteer-core'

/** Connects the page to the event stream with an API key. */
export async function watch(page: Page, key: string): Promise<void> {
  await page.type('#key', key)
  await page.click('#connect button')
  await watching(page)
}

/** Waits until the page is connected, and knows whether the caller may register endpoints. Only then its form can be opened. */
export async function watching(page: Page): Promise<void> {
  await text(page, '#status', 'Watching')
  await waitFor(page, '!document.querySelector("#forbidden").hidden || !document.querySelector("#register").hidden')
}

export async function register(page: Page, url: string): Promise<void> {
  if (!(await visible(page, ['#url']))[0]) {
    await page.waitForSelector('#register summary', { visible: true })
    await page.click('#register summary')
  }
  await page.$eval('#url', (input) => void Object.assign(input, { value: '' }))
  await page.type('#url', url)
  await page.click('#create button')
}

export const waitFor = (page: Page, condition: string) => page.waitForFunction(condition)

/** Waits until an element of the page contains a text. */
export const text = (page: Page, selector: string, expected: string) =>
  waitFor(page, `document.querySelector('${selector}')?.textContent.includes(${JSON.stringify(expected)})`)

export const eventsOf = (page: Page) =>
  page.$$eval('#events .name', (names) => names.map(({ textContent }) => textContent))
export const subjectsOf = (page: Page) =>
  page.$$eval('#events .subject', (names) => names.map(({ textContent }) => textContent))

export const visible = (page: Page, selectors: string[]) =>
  Promise.all(selectors.map((selector) => page.$eval(selector, (element) => element.checkVisibility())))
