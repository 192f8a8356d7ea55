import { scopes as words } from '@roster/api'
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
import { htmlFaults } from '@roster/test/html'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authErrorPage } from './auth-error.ts'
import { consentPage } from './consent.ts'
import { deviceCodePage } from './device-code.ts'
import { deviceConfirmPage } from './device-confirm.ts'
import { deviceDeniedPage } from './device-denied.ts'
import { deviceDonePage } from './device-done.ts'
import { type Page, rendered } from './page.ts'
import { pagePolicy } from './policy.ts'
import { signInPage } from './sign-in.ts'
import { signOutPage } from './sign-out.ts'
import { signedOutPage } from './signed-out.ts'
import { stillSignedInPage } from './still-signed-in.ts'

const target = { action: '/sign-in', csrf: 'token' }
const account = { name: 'Ada Lovelace', email: 'ada@example.com' }
const clientName = 'Field Reports'
const scopes = [
  { name: 'openid', description: 'Know who you are' },
  { name: 'offline_access', description: 'Stay connected while you are away' },
  { name: 'read:users', description: words['read:users'] },
  { name: 'read:orders', description: words['read:orders'] },
]

const service = 'Roster'

/** Pages as their service sends them. */
function asSent(all: Record<string, Page>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([name, page]) => [name, rendered(page, service)]))
}

const pages = asSent({
  'sign-in': signInPage({ ...target, service, clientName }),
  'sign-in-again': signInPage({
    ...target,
    service,
    email: account.email,
    error: 'The e-mail address or the password is wrong.',
  }),
  consent: consentPage({ ...target, clientName, account, scopes, redirectHost: 'reports.example.com' }),
  'consent-agent': consentPage({
    ...target,
    clientName: 'Helper',
    account,
    scopes: [
      { name: 'read:users', description: words['read:users'], tools: ['find_users', 'get_user'] },
      { name: 'read:orders', description: words['read:orders'], tools: ['list_orders', 'get_order'] },
      { name: 'delete:users', description: words['delete:users'], tools: ['delete_user'] },
      { name: 'manage:webhooks', description: words['manage:webhooks'], tools: [] },
    ],
    redirectHost: '127.0.0.1:4711',
    isOnDevice: true,
    agent: { host: 'agent.example.com', canOnlyRead: true },
  }),
  'device-code': deviceCodePage(target),
  'device-code-again': deviceCodePage({ ...target, userCode: 'BCDF-GHJ', error: 'There is no device with this code.' }),
  'device-confirm': deviceConfirmPage({ ...target, userCode: 'BCDF-GHJK', clientName, scopes, account }),
  'device-done': deviceDonePage({ clientName }),
  'device-denied': deviceDeniedPage({ clientName }),
  'sign-out': signOutPage({ ...target, account }),
  'signed-out': signedOutPage(),
  'still-signed-in': stillSignedInPage(),
  'auth-error': authErrorPage({
    error: 'invalid_redirect_uri',
    description: "redirect_uri did not match any of the client's registered redirect_uris",
  }),
})

/** Names that break what is careless: markup, an override of the direction, one endless word, right-to-left text. */
const HOSTILE = `</p><script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;\u202E${'W'.repeat(300)} דו״ח שטח`

const hostile = {
  ...target,
  service,
  action: `/a?b="><script>`,
  csrf: HOSTILE,
  clientName: HOSTILE,
  account: { name: HOSTILE, email: HOSTILE },
  email: HOSTILE,
  userCode: HOSTILE,
  error: HOSTILE,
  description: HOSTILE,
  redirectHost: HOSTILE,
  scopes: [{ name: HOSTILE, description: HOSTILE, tools: [HOSTILE] }],
  agent: { host: HOSTILE, canOnlyRead: true },
}

const hostilePages = asSent({
  'sign-in': signInPage(hostile),
  consent: consentPage(hostile),
  'device-code': deviceCodePage(hostile),
  'device-confirm': deviceConfirmPage(hostile),
  'device-done': deviceDonePage(hostile),
  'device-denied': deviceDeniedPage(hostile),
  'sign-out': signOutPage(hostile),
  'auth-error': authErrorPage(hostile),
})

test.each(Object.entries(pages))('%s is valid HTML with one h1, and loads nothing', async (_name, document) => {
  expect(await htmlFaults(document)).toEqual([])
  expect(document.match(/<h1/g)).toHaveLength(1)
  expect(document).toContain('<html lang="en">')
  expect(document).toContain('<meta name="viewport" content="width=device-width, initial-scale=1" />')
  expect(document).not.toMatch(/<script|<img|<iframe|<link rel="stylesheet"|\sstyle=|\son\w+=|url\(|@import/)
  expect(
    document.match(/(?:src|href|action)="[^"]*/g)?.filter((address) => !/"(?:\/[^/]|data:)/.test(address)) ?? [],
  ).toEqual([])
})

test.each(Object.entries(hostilePages))(
  '%s shows names, errors and codes as text, whatever they hold',
  async (_name, document) => {
    expect(document).not.toMatch(/<script|<img/)
    expect(document).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    const faults = await htmlFaults(document)
    expect(faults.filter((fault) => !fault.includes('long-title'))).toEqual([])
  },
)

test('fields tell browsers and password managers what they are for', () => {
  expect(pages['sign-in']).toMatch(/name="email" type="email" autocomplete="username"/)
  expect(pages['sign-in']).toMatch(/name="password" type="password" autocomplete="current-password"/)
  expect(pages['device-code']).toMatch(/name="user_code" type="text" class="code" autocomplete="off"/)
})

test('after an error the page keeps what was typed, but no password, and ties the error to the fields', () => {
  const document = pages['sign-in-again']!
  expect(document).toContain(
    '<p class="alert" role="alert" id="error">The e-mail address or the password is wrong.</p>',
  )
  const inputs = document.match(/<input id="[^>]*>/g)!
  expect(inputs[0]).toContain('value="ada@example.com"')
  expect(inputs[1]).not.toContain('value=')
  expect(inputs[1]).toContain('autofocus')
  for (const input of inputs) expect(input).toContain('aria-invalid="true" aria-describedby="error"')
  expect(pages['device-code-again']).toContain('value="BCDF-GHJ"')
})

test('consent says who asks, for which account, for what in words, and where it leads', () => {
  const text = textOf(pages['consent']!)
  expect(text).toContain('Allow Field Reports to use your account?')
  expect(text).toContain('Signed in as Ada Lovelace (ada@example.com).')
  expect(text).toContain('Either answer takes you to reports.example.com.')
  const asked = text.slice(text.indexOf('It asks to:'), text.indexOf('Either'))
  expect(asked).toBe(
    'It asks to: Know who you are openid Stay connected while you are away offline_access Read user records and exports of them read:users Read orders read:orders ',
  )
})

test('the policy allows its own style and a form to the service and to where redirects lead, and nothing else', () => {
  expect(pagePolicy().replace(/sha256-[\w+/=]+/, 'sha256-X')).toBe(
    "default-src 'none'; style-src 'sha256-X'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
})

test.each([
  ['https://app.example.com/callback?a=1', 'https://app.example.com'],
  ['http://127.0.0.1:8080/callback', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080/callback', 'http:'],
  ['com.example.app:/callback', 'com.example.app:'],
  ["https://a;script-src'self'/", 'https:'],
])('a form may lead to %s as %s', (address, source) => {
  expect(pagePolicy({ formActions: [address, address] })).toContain(`form-action 'self' ${source};`)
})

/** The text of the main part. */
function textOf(document: string): string {
  const [main] = /<main>[^]*<\/main>/.exec(document)!
  return main.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
}

describeInBrowser('pages', () => {
  let app: FastifyInstance
  let origin: string

  beforeAll(async () => {
    app = Fastify()
    app.get('/:kind/:name', (request, reply) => {
      const { kind, name } = request.params as { kind: string; name: string }
      const document = (kind === 'hostile' ? hostilePages : pages)[name]
      return reply.header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8').send(document)
    })
    app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null))
    app.get('/form', (request, reply) => {
      const { to } = request.query as { to?: string }
      const policy = pagePolicy({ formActions: to === undefined ? [] : [to] })
      return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(pages['sign-in'])
    })
    app.post('/sign-in', (_request, reply) => reply.redirect(client(), 303))
    app.get('/callback', (_request, reply) =>
      reply.type('text/html; charset=utf-8').send('<link rel="icon" href="data:,"><h1>Back</h1>'),
    )
    origin = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await app?.close()
  })

  /** The redirect address of a client at another origin. */
  const client = () => `${origin.replace('127.0.0.1', 'localhost')}/callback`

  test('a form leads on to the client that the policy names, and to no other', async () => {
    await using tab = await openTab()
    await tab.page.goto(`${origin}/form?to=${encodeURIComponent(client())}`)
    await Promise.all([tab.page.waitForNavigation(), tab.page.click('button')])
    expect(tab.page.url()).toBe(client())
    expect(tab.complaints).toEqual([])

    const refused = new Promise((resolve) => tab.page.on('console', (message) => resolve(message.text())))
    await tab.page.goto(`${origin}/form`)
    await tab.page.click('button')
    expect(await refused).toContain("form-action 'self'")
    expect(tab.page.url()).toBe(`${origin}/form`)
  })

  test.each([
    ['sign-in', ['email', 'password', 'Sign in']],
    ['sign-in-again', ['password', 'Sign in']],
    ['consent', ['Allow', 'Deny']],
    ['device-code', ['user_code', 'Continue']],
    ['sign-out', ['Sign out', 'Stay signed in']],
  ])('the keyboard goes through %s in the order in which it is read', async (name, order) => {
    await using tab = await openTab()
    await tab.page.goto(`${origin}/page/${name}`)
    const focused = () => tab.page.evaluate('document.activeElement.id || document.activeElement.textContent')
    if ((await tab.page.$('[autofocus]')) === null) await tab.page.keyboard.press('Tab')
    for (const expected of order) {
      expect(await focused()).toBe(expected)
      await tab.page.keyboard.press('Tab')
    }
  })

  /** The looks that screenshots show. */
  const KEPT = { phone: 'dark', desk: 'light' }
  const looks = Object.keys(SIZES).flatMap((size) =>
    (['light', 'dark'] as const).map((scheme) => [size as Size, scheme] as const),
  )

  describe.each(looks)('on a %s in %s', (size, scheme) => {
    let tab: Tab
    beforeAll(async () => {
      tab = await openTab(size, scheme)
    })
    afterAll(() => tab[Symbol.asyncDispose]())

    test.each(Object.keys(pages))('%s fits, is accessible and breaks no policy', async (name) => {
      await tab.page.goto(`${origin}/page/${name}`)
      expect(await accessibilityFaults(tab.page)).toEqual([])
      expect(await scrollsSideways(tab.page)).toBe(false)
      expect(tab.complaints).toEqual([])
      expect([...tab.origins]).toEqual([origin])
      if (KEPT[size] === scheme) await screenshot(tab.page, `${name}-${size}`)
    })
  })

  test.each(Object.keys(hostilePages))('%s with hostile names fits 320 pixels and runs nothing', async (name) => {
    await using tab = await openTab('phone')
    await tab.page.setViewport({ width: 320, height: 640 })
    tab.page.on('dialog', () => tab.complaints.push('a script ran'))
    await tab.page.goto(`${origin}/hostile/${name}`)
    expect(await scrollsSideways(tab.page)).toBe(false)
    expect(await accessibilityFaults(tab.page)).toEqual([])
    expect(tab.complaints).toEqual([])
  })
})
