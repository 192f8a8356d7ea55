import { createHmac, createPublicKey } from 'node:crypto'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { Problem } from '@roster/core/contract'
import type { AppRouter } from '@roster/api'
import { type Claims, KEY_ID, signingKeys } from '@roster/test/access-tokens'
import { listen } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { CompactSign, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const METADATA = 'resource_metadata="http://roster.test/.well-known/oauth-protected-resource"'
const INVALID = `Bearer realm="roster", error="invalid_token", error_description="The access token is not valid, or no longer", ${METADATA}`
const BOUND =
  'DPoP realm="roster", error="invalid_token", error_description="The access token is bound to a key", algs="ES256 EdDSA Ed25519 PS256 RS256"'

let service: Service
beforeAll(async () => {
  service = await startService()
  await service.admin.sdk.users.create({ name: 'Root', email: 'root@example.com', role: 'admin' })
})
afterAll(() => service.stop())

const bearer = (token: string) => service.sending({ authorization: `Bearer ${token}` })

/** What a token gets, over REST and RPC. */
async function answersTo(token: string) {
  const caller = bearer(token)
  const answers = [await caller.rest('GET /v1/me'), await caller.rpc('me.get')]
  return answers.map(({ status, headers, body }) => ({
    status,
    code: body.code,
    challenge: [headers['www-authenticate']].flat()[0],
  }))
}

const refusedBy = (challenge: string) => {
  const refusal = { status: 401, code: 'unauthenticated', challenge }
  return [refusal, refusal]
}

const GOOD = { status: 200, code: undefined, challenge: undefined }

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a payload as it is written. */
async function signText(payload: string): Promise<string> {
  const { privateKey } = await signingKeys()
  return new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: KEY_ID })
    .sign(privateKey)
}

/** Signs under a header as it is written. */
async function signUnder(header: string): Promise<string> {
  const { privateKey } = await signingKeys()
  const input = `${Buffer.from(header).toString('base64url')}.${encoded(service.tokens.claims())}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, Buffer.from(input))
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}

/** Signs with a key that the service has never seen, which the header offers in some way. */
async function signElsewhere(header: (jwk: object) => object): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = await exportJWK(publicKey)
  return new SignJWT(service.tokens.claims())
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: KEY_ID, ...header(jwk) })
    .sign(privateKey)
}

async function hmac(secret: (pem: string, jwk: object) => string): Promise<string> {
  const [jwk] = (await signingKeys()).publicKeys.keys
  const pem = createPublicKey({ key: jwk!, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const input = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid: KEY_ID })}.${encoded(service.tokens.claims())}`
  return `${input}.${createHmac('sha256', secret(pem, jwk!)).update(input).digest('base64url')}`
}

const claims = (given: Claims) => () => service.tokens.make(given)
const header = (given: object) => () => service.tokens.make({}, given)
const text = (change: (token: string) => string) => async () => change(await service.tokens.make())

describe('a token is refused', () => {
  test.each<[what: string, make: () => Promise<string>]>([
    [
      'without a signature, alg: none',
      async () => `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded(service.tokens.claims())}.`,
    ],
    [
      'without a signature, alg: NoNe',
      async () => `${encoded({ alg: 'NoNe', typ: 'at+jwt' })}.${encoded(service.tokens.claims())}.`,
    ],
    ['signed with HS256 and the public key in PEM', () => hmac((pem) => pem)],
    ['signed with HS256 and the public key in PEM without the last line break', () => hmac((pem) => pem.trim())],
    ['signed with HS256 and the public key as JWK', () => hmac((_, jwk) => JSON.stringify(jwk))],
    ['signed with another key', () => signElsewhere(() => ({}))],
    ['signed with a key in its own header', () => signElsewhere((jwk) => ({ jwk }))],
    ['signed with a key at an address in its header', () => signElsewhere(() => ({ jku: 'http://127.0.0.1:1/keys' }))],
    ['signed with a certificate in its header', () => signElsewhere(() => ({ x5c: ['MIIB'] }))],
    [
      'signed with a certificate at an address in its header',
      () => signElsewhere(() => ({ x5u: 'http://127.0.0.1:1/c' })),
    ],
    ['with an unknown kid', header({ kid: 'unknown' })],
    ['with a kid that is a path', header({ kid: '../../../../dev/null' })],
    ['with a kid that is SQL', header({ kid: "' or 1=1 --" })],
    [
      'with an extension that must be understood',
      text((token) => {
        const [, ...rest] = token.split('.')
        return [encoded({ alg: 'RS256', typ: 'at+jwt', kid: KEY_ID, crit: ['exp'], exp: 1 }), ...rest].join('.')
      }),
    ],
    [
      'with a changed payload',
      text((token) => {
        const [head, , signature] = token.split('.')
        return [head, encoded(service.tokens.claims({ role: 'admin' })), signature].join('.')
      }),
    ],
    ['with a cut signature', text((token) => token.slice(0, -4))],
    ['with an empty signature', text((token) => token.slice(0, token.lastIndexOf('.') + 1))],
    ['with two parts', text((token) => token.split('.').slice(0, 2).join('.'))],
    ['with five parts', text((token) => `${token}.a.b`)],
    ['that is prose', async () => 'swordfish'],
    ['that is an API key', async () => 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'],
    ['that is an ID token', header({ typ: 'JWT' })],
    ['that is a logout token', header({ typ: 'logout+jwt' })],
    ['of no type', header({ typ: undefined })],
    ['for another audience', claims({ aud: 'https://other.example.com' })],
    ['for an audience that only begins like ours', claims({ aud: 'http://roster.test.evil.example' })],
    ['for nobody', claims({ aud: undefined })],
    ['for an empty list', claims({ aud: [] })],
    ['of another issuer', claims({ iss: 'https://evil.example.com' })],
    ['of an issuer with a slash more', claims({ iss: 'http://roster.test/' })],
    ['of no issuer', claims({ iss: undefined })],
    ['without expiry', claims({ exp: undefined })],
    ['with an expiry that is text', claims({ exp: '9999999999' })],
    ['without a time of issue', claims({ iat: undefined })],
    ['without a subject', claims({ sub: undefined })],
    ['with an empty subject', claims({ sub: '' })],
    ['with a subject that is no text', claims({ sub: 7 })],
    ['with a subject that holds a null character', claims({ sub: 'usr_\u0000' })],
    ['without an identifier', claims({ jti: undefined })],
    ['without a client', claims({ client_id: undefined })],
    ['with a list of scopes', claims({ scope: ['read:users'] })],
    ['with scopes that are no text', claims({ scope: null })],
    ['with an unknown role', claims({ role: 'root' })],
    ['with several roles', claims({ role: ['admin'] })],
    ['without a role', claims({ role: undefined })],
    ['with a version that is text', claims({ credentials_version: '9' })],
    ['bound in a way that is not known', claims({ cnf: { kid: 'x' } })],
    ['bound to a certificate that the caller does not show', claims({ cnf: { 'x5t#S256': 'A'.repeat(43) } })],
    ['whose payload is a list', () => signText('[]')],
    ['whose payload is no JSON', () => signText('{')],
    [
      'that says its role twice',
      () => signText(`${JSON.stringify(service.tokens.claims()).slice(0, -1)},"role":"admin"}`),
    ],
    ['that says its audience twice', () => signText(`{"aud":"x",${JSON.stringify(service.tokens.claims()).slice(1)}`)],
    [
      'that says its type twice',
      () => signUnder(`{"typ":"JWT",${JSON.stringify({ alg: 'RS256', typ: 'at+jwt', kid: KEY_ID }).slice(1)}`),
    ],
    ['that is large', claims({ aud: 'x', filler: 'x'.repeat(6_000) })],
  ])('%s', async (_, make) => {
    expect(await answersTo(await make())).toEqual(refusedBy(INVALID))
  })

  test('that is bound to a key and comes as bearer', async () => {
    expect(await answersTo(await service.tokens.make({ cnf: { jkt: 'A'.repeat(43) } }))).toEqual(refusedBy(BOUND))
  })

  test('over 16 KiB with all headers: 431, like every such request', async () => {
    const answers = await answersTo('x'.repeat(16_384))
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [431, 'headers-too-large'],
      [431, 'headers-too-large'],
    ])
  })
})

describe('clocks may differ by a minute, and no more:', () => {
  test.each<[what: string, make: (now: number) => Claims, isTaken: boolean]>([
    ['expired for less', (now) => ({ exp: now - 59 }), true],
    ['expired for a minute', (now) => ({ exp: now - 60 }), false],
    ['valid from a minute on', (now) => ({ nbf: now + 60 }), true],
    ['valid from later on', (now) => ({ nbf: now + 61 }), false],
    ['issued in a minute', (now) => ({ iat: now + 60 }), true],
    ['issued later', (now) => ({ iat: now + 61 }), false],
    ['issued in a hundred years', (now) => ({ iat: now + 3_155_760_000, exp: now + 3_155_761_000 }), false],
  ])('%s', async (_, make, isTaken) => {
    const token = await service.tokens.make(make(service.tokens.time))
    expect(await answersTo(token)).toEqual(isTaken ? [GOOD, GOOD] : refusedBy(INVALID))
  })

  test('a token that was verified ends all the same', async () => {
    const token = await service.tokens.make()
    expect(await answersTo(token)).toEqual([GOOD, GOOD])
    service.clock.advance(959_000)
    expect(await answersTo(token)).toEqual([GOOD, GOOD])
    service.clock.advance(1_000)
    expect(await answersTo(token)).toEqual(refusedBy(INVALID))
  })
})

describe('whom a token stands for:', () => {
  const meOf = async (given: Claims) => (await service.withToken(given)).sdk.me.get()

  test('its subject, in its role, with the API scopes that it names and the role may hold', async () => {
    const given = { role: 'viewer', scope: 'openid read:users write:users nonsense __proto__ read:orders' }
    expect(await meOf(given)).toEqual({
      principal: { type: 'access_token', id: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D50A', name: 'Ada Lovelace' },
      role: 'viewer',
      scopes: ['read:users', 'read:orders'],
      user: null,
    })
  })

  test.each([' ', '\u200eAli', undefined, '', 'x'.repeat(201), 'a\nb', 7, null])(
    'whose name is %j is called by its subject',
    async (name) => {
      const sub = 'x'.repeat(255)
      const token = await service.tokens.make({ role: 'service', sub, scope: 'read:users', name, grant: undefined })
      expect((await bearer(token).rest('GET /v1/me')).body).toMatchObject({
        principal: { id: sub, name: 'x'.repeat(200) },
      })
      expect((await bearer(token).rpc('me.get')).status).toBe(200)
    },
  )

  test('a client that acts as no user', async () => {
    const client = 'cli_01KAJQ7W5M8XV2R4T6Y9B3D501'
    const given = { role: 'service', sub: client, scope: 'write:users', name: 'Nightly', grant: undefined }
    expect(await meOf(given)).toEqual({
      principal: { type: 'access_token', id: client, name: 'Nightly' },
      role: 'service',
      scopes: ['write:users'],
      user: null,
    })
  })

  test('without scopes it can still ask who it is', async () => {
    expect(await meOf({ scope: undefined })).toMatchObject({ scopes: [] })
  })

  test('one of several audiences is enough, and application/at+jwt is a type as well', async () => {
    const token = await service.tokens.make(
      { aud: ['https://other.example.com', 'http://roster.test'] },
      { typ: 'application/at+jwt' },
    )
    expect(await answersTo(token)).toEqual([GOOD, GOOD])
  })

  test('what it lacks is 403 with the scope, in the words of RFC 6750', async () => {
    const caller = await service.withToken({ scope: 'read:users' })
    for (const answer of [await caller.rest('GET /v1/api-keys'), await caller.rpc('apiKeys.list')]) {
      expect(answer).toMatchObject({
        status: 403,
        headers: { 'www-authenticate': 'Bearer realm="roster", error="insufficient_scope", scope="manage:keys"' },
        body: { code: 'insufficient-scope' },
      })
    }
  })
})

describe('a token ends', () => {
  const changes: Record<string, (id: string) => Promise<unknown>> = {
    suspended: (id) => service.admin.sdk.users.update(id, { status: 'suspended' }),
    'invited anew': (id) => service.admin.sdk.users.update(id, { status: 'invited' }),
    demoted: (id) => service.admin.sdk.users.update(id, { role: 'viewer' }),
    deleted: (id) => service.admin.sdk.users.delete(id),
  }

  test.each(Object.keys(changes))(
    'with the request that has its user %s, although it was verified before',
    async (what) => {
      const { id } = await service.admin.sdk.users.create({
        name: 'Eve',
        email: `${what.replace(' ', '.')}@example.com`,
        role: 'admin',
      })
      const token = await service.tokens.make({ sub: id })
      expect(await answersTo(token)).toEqual([GOOD, GOOD])
      await changes[what]!(id)
      expect(await answersTo(token)).toEqual(refusedBy(INVALID))
      const later = await service.tokens.make({ sub: id, credentials_version: 2 })
      expect(await answersTo(later)).toEqual([GOOD, GOOD])
    },
  )
})

test('where revocations cannot be read a token is 503, and API keys go on', async () => {
  const isDenied = () => {
    throw new Problem('unavailable', undefined, { headers: { 'retry-after': '1' } })
  }
  const blind = await startService({ tokens: { isDenied } })
  const caller = await blind.withToken()
  for (const answer of [await caller.rest('GET /v1/me'), await caller.rpc('me.get')])
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { code: 'unavailable' } })
  expect(await blind.admin.sdk.me.get()).toMatchObject({ role: 'admin' })
  await blind.stop()
})

test('a socket is asked for its token at every call: it stops with the token', async () => {
  const { id } = await service.admin.sdk.users.create({ name: 'Eve', email: 'ws@example.com', role: 'admin' })
  const authorization = `Bearer ${await service.tokens.make({ sub: id })}`
  const WebSocketWithToken = class extends WebSocket {
    constructor(url: string | URL) {
      super(url, { headers: { authorization } })
    }
  }
  const port = await listen(service.app)
  const client = createWSClient({ url: `ws://127.0.0.1:${port}/trpc`, WebSocket: WebSocketWithToken })
  const rpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] })
  expect(await rpc.me.get.query()).toMatchObject({ principal: { type: 'access_token', id } })
  await service.admin.sdk.users.update(id, { status: 'suspended' })
  await expect(rpc.me.get.query()).rejects.toMatchObject({
    data: { problem: { status: 401, code: 'unauthenticated' } },
  })
  await client.close()
})
