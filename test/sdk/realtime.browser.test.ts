import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Roster } from '@roster/sdk'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noBrowser, openTab, startBrowser } from '../support/browser.ts'
import { buildClient } from '../support/built-client.ts'
import { bundleOf } from '../support/bundle.ts'
import { clientsOf } from '../support/client.ts'
import { EXAMPLE_SECRET, fillWithExamples } from '../support/examples.ts'
import { type Service, startService } from '../support/service.ts'

describe.skipIf(noBrowser)('the client in a page of another origin', () => {
  let service: Service
  let roster: Roster
  let site: Server
  let origin: string
  let browser: Browser

  beforeAll(async () => {
    service = await startService({ allowsOrigin: (asking) => asking === origin })
    await fillWithExamples(service.database, service.clock.now())
    await service.startEventLog()
    roster = (await clientsOf(service))()
    const client = await bundled()
    site = createServer(({ url }, response) => {
      response.setHeader('content-type', url === '/client.js' ? 'text/javascript' : 'text/html')
      response.end(url === '/client.js' ? client : '<!doctype html><title>Page</title><link rel="icon" href="data:,">')
    }).listen(0)
    await once(site, 'listening')
    origin = `http://localhost:${(site.address() as AddressInfo).port}`
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await service?.stop()
  })

  async function bundled(): Promise<string> {
    const built = await buildClient()
    const code = `export * from './index.js'; export * from './realtime.js'`
    const { text } = await bundleOf(join(built.folder, 'dist'), code)
    await built.remove()
    return text
  }

  const stream = `
    const answered = new Promise((resolve) => (options.onResponse = resolve))
    const events = subscribe(new Roster(options), { types: ['user.created'] })
    globalThis.heard = events.next().then(({ value }) => value.data.name).finally(() => events.return())
    await answered`
  const socket = `
    const socket = connect(new Roster(options))
    const pushed = new Promise((resolve) => socket.on('push', resolve))
    globalThis.heard = pushed.then(({ data }) => data.name).finally(() => socket.close())
    await socket.subscribe('users')`

  test.each([
    ['server-sent events', stream],
    ['a socket with a ticket', socket],
  ])('hears of a new user by %s', async (transport, code) => {
    await using tab = await openTab(browser)
    await tab.page.goto(origin)
    const options = JSON.stringify({ baseUrl: roster.baseUrl, apiKey: EXAMPLE_SECRET })
    await tab.page.evaluate(`(async () => {
      const { Roster, subscribe, connect } = await import('/client.js')
      const options = ${options}
      ${code}
    })()`)
    const email = `${transport.length}@example.com`
    const { name } = await roster.users.create({ name: `By ${transport}`, email, role: 'viewer' })
    expect(await tab.page.evaluate('heard')).toBe(name)
    expect(tab.complaints).toEqual([])
  })
})
