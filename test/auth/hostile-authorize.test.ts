import { addClient, addUser, basicOf, CHALLENGE, REDIRECT_URI, type TestClient } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { askForCode, discover, goThrough } from '@roster/test/oauth-flows'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, holdDate, passTime, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let service: Service
let fetcher: Fetch
let email: string
let mine: TestClient
let theirs: TestClient
beforeAll(async () => {
  service = await startService()
  holdDate(service)
  fetcher = await fetchTo(service)
  ;({ email } = await addUser(service, 'Ada Lovelace', 'admin'))
  mine = await addClient(service)
  theirs = await addClient(service, { redirect_uris: ['https://theirs.example.com/callback'] })
})
afterAll(() => service.stop())

const authorize = (parameters: Record<string, string | undefined>, browser = new Browser(fetcher)) =>
  askForCode(browser, mine, parameters)

const form = (members: Record<string, string>) => new URLSearchParams(members).toString()

describe('a redirect address that is not registered to the letter leads to a page of ours:', () => {
  test.each([
    ['another host', 'https://evil.example/callback'],
    ['a host that begins like it', 'https://app.example.com.evil.example/callback'],
    ['a host that ends like it', 'https://evil-app.example.com/callback'],
    ['a user name', 'https://app.example.com@evil.example/callback'],
    ['a user name before the right host', 'https://evil@app.example.com/callback'],
    ['a backslash', 'https://evil.example\\@app.example.com/callback'],
    ['a fragment', `${REDIRECT_URI}#fragment`],
    ['an empty fragment', `${REDIRECT_URI}#`],
    ['a query', `${REDIRECT_URI}?next=https://evil.example`],
    ['an empty query', `${REDIRECT_URI}?`],
    ['a longer path', `${REDIRECT_URI}/more`],
    ['a slash at its end', `${REDIRECT_URI}/`],
    ['a way up', 'https://app.example.com/other/../callback'],
    ['an encoded letter', 'https://app.example.com/%63allback'],
    ['capitals in the path', 'https://app.example.com/Callback'],
    ['capitals in the host', 'https://APP.example.com/callback'],
    ['capitals in the scheme', 'HTTPS://app.example.com/callback'],
    ['plain http', 'http://app.example.com/callback'],
    ['the default port', 'https://app.example.com:443/callback'],
    ['another port', 'https://app.example.com:8443/callback'],
    ['a dot after the host', 'https://app.example.com./callback'],
    ['white space', ` ${REDIRECT_URI}`],
    ['a line break', `${REDIRECT_URI}\r\nlocation: https://evil.example`],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hi'],
    ["another client's", 'https://theirs.example.com/callback'],
    ['nothing', ''],
    ['none at all', undefined],
  ])('%s', async (_how, redirect_uri) => {
    const { status, url, text, headers } = await authorize({ redirect_uri })
    expect([status, url.origin, headers.get('location')]).toEqual([400, BASE_URL, null])
    expect(text).toMatch(/invalid_redirect_uri|invalid_request/)
    expect(text).not.toContain('evil.example')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })
})

describe('at /authorize', () => {
  test.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge without its method, which would be plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an unknown method', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a challenge that is no hash', { code_challenge: 'short' }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['an ID token at once', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['nothing of what there is', { response_type: 'none' }, 'unsupported_response_type'],
    ['an answer by a form that a script sends', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['scopes that the client may not have', { scope: 'manage:keys' }, 'invalid_scope'],
    ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    ['a request object elsewhere', { request_uri: 'http://127.0.0.1:1/request' }, 'request_uri_not_supported'],
    ['no page, and nobody signed in', { prompt: 'none' }, 'login_required'],
    ['no page and a page', { prompt: 'none login' }, 'invalid_request'],
    ['a time that is none', { max_age: '-1' }, 'invalid_request'],
    ['another API', { resource: 'https://evil.example' }, 'invalid_target'],
    ['an ID token of nobody', { id_token_hint: 'eyJhbGciOiJub25lIn0.e30.' }, 'invalid_request'],
  ])('the client is told of %s, and gets no code', async (_what, parameters, error) => {
    const { url, text } = await authorize(parameters)
    const answer = new URLSearchParams(url.search || url.hash.slice(1))
    const code = url.origin === BASE_URL ? /[a-z_]+_(?:request|supported|uri)/.exec(text)?.[0] : answer.get('error')
    expect([code, answer.get('code')]).toEqual([error, null])
  })

  test('a parameter that comes twice is refused, the redirect address without a redirect', async () => {
    const begin = `/authorize?client_id=${mine.client_id}&response_type=code&${form(CHALLENGE)}&redirect_uri=${REDIRECT_URI}`
    for (const twice of ['redirect_uri=https://evil.example/', `client_id=${theirs.client_id}`]) {
      const { status, url } = await new Browser(fetcher).open(`${begin}&${twice}`)
      expect([status, url.origin]).toEqual([400, BASE_URL])
    }
    const { url } = await new Browser(fetcher).open(`${begin}&scope=openid&scope=read:users`)
    expect(url.searchParams.get('error') ?? 'none').toBe('invalid_request')
  })

  test('a pushed request belongs to the client that pushed it', async () => {
    const asked = {
      client_id: mine.client_id,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid',
      ...CHALLENGE,
    }
    const response = await fetcher(`${BASE_URL}/oauth/par`, {
      method: 'POST',
      headers: { authorization: basicOf(mine) },
      body: new URLSearchParams(asked),
    })
    const { request_uri } = (await response.json()) as { request_uri: string }
    const { status, url } = await new Browser(fetcher).open(
      `/authorize?${form({ client_id: theirs.client_id, request_uri })}`,
    )
    expect([status, url.origin]).toEqual([400, BASE_URL])
  })

  test('who signed in longer ago than max_age signs in again', async () => {
    const browser = new Browser(fetcher)
    await authorize({}, browser)
    await browser.submit({ email, password: PASSWORD })
    await browser.submit({ decision: 'allow' })
    browser.view = undefined
    passTime(service, 61_000)
    expect((await authorize({}, browser)).url.searchParams.get('code')).not.toBeNull()
    browser.view = undefined
    expect((await authorize({ max_age: '60' }, browser)).text).toContain('name="password"')
  })

  test('the answer names this server, so that a client of several cannot mix them up', async () => {
    const { view } = await goThrough({ fetcher, config: await discover(fetcher, mine), email })
    expect(view.url.searchParams.get('iss')).toBe(BASE_URL)
    const discovery = await service.anonymous.rest('GET /.well-known/openid-configuration')
    expect(discovery.body).toMatchObject({ issuer: BASE_URL, authorization_response_iss_parameter_supported: true })
  })
})
