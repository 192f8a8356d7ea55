import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '@roster/test/database'
import { addClient, basicOf, CHALLENGE, REDIRECT_URI } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { discover, errorOf, goThrough } from '@roster/test/oauth-flows'
import { Browser, type Fetch, fetchTo } from '@roster/test/relying-party'
import { BASE_URL, passTime, type Service, startService } from '@roster/test/service'
import { startWithUser } from '@roster/test/service-with-user'

let service: Service
let fetcher: Fetch
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ service, fetcher, user } = await startWithUser())
})
afterAll(() => service.stop())

test('a form of a page that somebody else was given is refused', async () => {
  const config = await discover(fetcher, await addClient(service))
  const parameters = {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    ...CHALLENGE,
  }
  const [mine, theirs] = [new Browser(fetcher), new Browser(fetcher)]
  await mine.open(client.buildAuthorizationUrl(config, parameters))
  await theirs.open(client.buildAuthorizationUrl(config, parameters))
  const token = /name="xsrf" value="([^"]+)"/.exec(theirs.view!.text)![1]!
  const { status, text } = await mine.submit({ email: user.email, password: 'x', xsrf: token })
  expect([status, text.includes('invalid_request')]).toEqual([400, true])
  mine.view = { ...mine.view!, text: theirs.view!.text }
  expect((await mine.submit({ email: user.email, password: 'x' })).status).toBe(400)
})

test('pushed authorization requests are used once', async () => {
  const config = await discover(fetcher, await addClient(service))
  const verifier = client.randomPKCECodeVerifier()
  const url = await client.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
  const browser = new Browser(fetcher)
  await browser.open(url)
  await browser.submit({ email: user.email, password: PASSWORD })
  const view = await browser.submit({ decision: 'allow' })
  expect(await client.authorizationCodeGrant(config, view.url, { pkceCodeVerifier: verifier })).toMatchObject({
    expires_in: 900,
  })
  browser.view = undefined
  expect((await browser.open(url)).text).toContain('invalid_request_uri')
})

describe('DPoP', () => {
  test('binds tokens to a key, and a proof is taken once', async () => {
    const config = await discover(fetcher, await addClient(service))
    const dpop = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
    const { redeem } = await goThrough({ fetcher, config, email: user.email, dpop })
    const tokens = await redeem()
    expect(tokens.token_type).toBe('dpop')
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      token_type: 'DPoP',
      cnf: { jkt: await dpop.calculateThumbprint() },
    })
  })

  /** Asks for a token with the same proof each time; resolves to the error, or `none`. */
  async function withOneProof(later = 0): Promise<() => Promise<string>> {
    const registered = await addClient(service)
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const proof = await new SignJWT({ htm: 'POST', htu: `${BASE_URL}/oauth/token`, jti: 'once' })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt(Math.floor(service.clock.now() / 1_000) + later)
      .sign(privateKey)
    return async () => {
      const body = new URLSearchParams({ grant_type: 'client_credentials' })
      const headers = { authorization: basicOf(registered), dpop: proof }
      const answer = await fetcher(`${BASE_URL}/oauth/token`, { method: 'POST', headers, body })
      return ((await answer.json()) as { error?: string }).error ?? 'none'
    }
  }

  test('a proof that comes again is the error of RFC 9449', async () => {
    const ask = await withOneProof()
    expect([await ask(), await ask()]).toEqual(['none', 'invalid_dpop_proof'])
  })

  test('a proof of a clock that is ahead is taken once, for as long as it could come', async () => {
    const ask = await withOneProof(290)
    expect(await ask()).toBe('none')
    passTime(service, 301_000)
    expect(await ask()).toBe('invalid_dpop_proof')
  })

  test.skipIf(!onPostgres)('of 10 uses of one proof at the same time, one gets a token', async () => {
    const ask = await withOneProof()
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    expect(answers.toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array.from({ length: 9 }, () => 'invalid_dpop_proof'),
      'none',
    ])
  })
})

describe('tokens are revoked', () => {
  test('an access token, by its own client only', async () => {
    const [mine, theirs] = [
      await discover(fetcher, await addClient(service)),
      await discover(fetcher, await addClient(service)),
    ]
    const { access_token } = await client.clientCredentialsGrant(mine)
    await client.tokenRevocation(theirs, access_token)
    expect(await client.tokenIntrospection(mine, access_token)).toMatchObject({ active: true, role: 'service' })
    await client.tokenRevocation(mine, access_token)
    expect(await client.tokenIntrospection(mine, access_token)).toEqual({ active: false })
  })

  test('an access token, as long as it is taken: also in the minute after its end', async () => {
    const config = await discover(fetcher, await addClient(service))
    const { access_token } = await client.clientCredentialsGrant(config)
    const caller = service.sending({ authorization: `Bearer ${access_token}` })
    passTime(service, 930_000)
    expect(await caller.rest('GET /v1/me')).toMatchObject({ status: 200 })
    await client.tokenRevocation(config, access_token)
    expect(await caller.rest('GET /v1/me')).toMatchObject({ status: 401 })
  })

  test('a refresh token, by its own client only', async () => {
    const [mine, theirs] = [
      await discover(fetcher, await addClient(service)),
      await discover(fetcher, await addClient(service)),
    ]
    const { refresh_token } = await (await goThrough({ fetcher, config: mine, email: user.email })).redeem()
    await client.tokenRevocation(theirs, refresh_token!)
    expect(await errorOf(client.refreshTokenGrant(mine, refresh_token!))).toBe('none')
  })

  test('a refresh token, with the access tokens of its grant', async () => {
    const config = await discover(fetcher, await addClient(service))
    const tokens = await (await goThrough({ fetcher, config, email: user.email })).redeem()
    expect(await client.tokenIntrospection(config, tokens.refresh_token!)).toMatchObject({ active: true, sub: user.id })
    await client.tokenRevocation(config, tokens.refresh_token!)
    expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
  })

  test('a refresh token with its client: for whoever reads it it is not active', async () => {
    const registered = await addClient(service)
    const config = await discover(fetcher, registered)
    const tokens = await (await goThrough({ fetcher, config, email: user.email })).redeem()
    await service.admin.sdk.oauthClients.delete(registered.client_id)
    const reader = await discover(fetcher, await addClient(service))
    expect(await client.tokenIntrospection(reader, tokens.refresh_token!)).toEqual({ active: false })
  })

  test.each(['introspect', 'revoke'])('not while the database is lost, which is told as it is: %s', async (path) => {
    const registered = await addClient(service)
    const { access_token } = await client.clientCredentialsGrant(await discover(fetcher, registered))
    const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'))
    const broken = await startService({ beside: service, provider: { denyList: { includes: lost, deny: lost } } })
    const answer = await (
      await fetchTo(broken)
    )(`${BASE_URL}/oauth/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ token: access_token }),
      headers: { authorization: basicOf(registered) },
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.json()).toEqual({ error: 'server_error', error_description: expect.any(String) })
    await broken.app.close()
  })

  test('what is no token at all is answered alike', async () => {
    const config = await discover(fetcher, await addClient(service))
    await client.tokenRevocation(config, 'nonsense')
    expect(await client.tokenIntrospection(config, 'nonsense')).toEqual({ active: false })
  })

  test('an access token that another has signed, or that has expired, is answered alike', async () => {
    const config = await discover(fetcher, await addClient(service))
    const { access_token } = await client.clientCredentialsGrant(config)
    const { privateKey } = await generateKeyPair('RS256')
    const header = decodeProtectedHeader(access_token) as { alg: string }
    const forged = await new SignJWT(decodeJwt(access_token)).setProtectedHeader(header).sign(privateKey)
    const isActive = async (token: string) => (await client.tokenIntrospection(config, token)).active
    expect([await isActive(access_token), await isActive(forged)]).toEqual([true, false])
    await client.tokenRevocation(config, forged)
    expect(await isActive(access_token)).toBe(true)
    passTime(service, 900_000)
    expect(await client.tokenIntrospection(config, access_token)).toEqual({ active: false })
    await client.tokenRevocation(config, access_token)
  })
})

test('a client without a secret reads of its own tokens only, one with a secret of all', async () => {
  const open = await discover(fetcher, await addClient(service, { token_endpoint_auth_method: 'none' }), client.None())
  const confidential = await discover(fetcher, await addClient(service))
  const tokensOf = async (config: client.Configuration) => {
    const { access_token, refresh_token } = await (await goThrough({ fetcher, config, email: user.email })).redeem()
    return [access_token, refresh_token!]
  }
  const areActive = async (config: client.Configuration, tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await client.tokenIntrospection(config, token)).active))
  const [own, others] = [await tokensOf(open), await tokensOf(confidential)]
  expect(await areActive(open, [...own, ...others])).toEqual([true, true, false, false])
  expect(await areActive(confidential, [...own, ...others])).toEqual([true, true, true, true])
})
