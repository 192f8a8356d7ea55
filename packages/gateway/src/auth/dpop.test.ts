import { createHash, randomUUID } from 'node:crypto'
import type { ClientCertificate } from '@roster/gateway'
import { onPostgres } from '@roster/test/database'
import { type Service, startService } from '@roster/test/service'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const ALGORITHMS = 'algs="ES256 EdDSA Ed25519 PS256 RS256"'
const BAD_PROOF = `DPoP realm="roster", error="invalid_dpop_proof", error_description="The proof is missing, wrong, too old or used before", ${ALGORITHMS}`
const BAD_TOKEN = `DPoP realm="roster", error="invalid_token", error_description="The access token is not valid, no longer, or not bound to a key", ${ALGORITHMS}`

let service: Service
let key: Key
let token: string
/** Names the certificate that callers show. */
let shown: string | undefined
beforeAll(async () => {
  const certificateOf = () => (shown === undefined ? undefined : ({ thumbprint: shown } as ClientCertificate))
  service = await startService({ tokens: { certificateOf } })
  key = await newKey()
})
afterAll(() => service.stop())
beforeEach(async () => {
  shown = undefined
  token = await service.tokens.make({ cnf: { jkt: key.thumbprint } })
})

type Key = Awaited<ReturnType<typeof newKey>>

async function newKey(alg = 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  return { alg, privateKey, jwk, secret: await exportJWK(privateKey), thumbprint: await calculateJwkThumbprint(jwk) }
}

interface Change {
  claims?: Record<string, unknown>
  header?: { typ?: string | undefined; jwk?: JWK | undefined }
  key?: Key
}

/** A proof for GET /v1/me, changed in some way. */
function proof({ claims = {}, header = {}, key: { alg, jwk, privateKey } = key }: Change = {}): Promise<string> {
  const ath = createHash('sha256').update(token).digest('base64url')
  const iat = service.tokens.time
  const payload = { jti: randomUUID(), htm: 'GET', htu: 'http://roster.test/v1/me', iat, ath, ...claims }
  return new SignJWT(payload).setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header } as never).sign(privateKey)
}

const get = (dpop: string | undefined, path = '/v1/me') =>
  service.sending({ authorization: `DPoP ${token}`, ...(dpop !== undefined && { dpop }) }).rest(`GET ${path}`)

const refused = (challenge: string) => ({ status: 401, headers: { 'www-authenticate': [challenge] } })

test.each(['ES256', 'EdDSA', 'PS256', 'RS256'])(
  'a token comes with a proof of its key, signed with %s',
  async (alg) => {
    const own = await newKey(alg)
    token = await service.tokens.make({ cnf: { jkt: own.thumbprint } })
    expect(await get(await proof({ key: own }))).toMatchObject({
      status: 200,
      body: { principal: { type: 'access_token' } },
    })
  },
)

test('over RPC as well', async () => {
  const htu = 'http://roster.test/trpc/me.get'
  const dpop = await proof({ claims: { htu } })
  expect(await service.sending({ authorization: `dpop ${token}`, dpop }).rpc('me.get')).toMatchObject({ status: 200 })
})

test('the query and how the address is written do not count', async () => {
  const dpop = await proof({ claims: { htu: 'HTTP://ROSTER.test:80/v1/./me?a=b#c' } })
  expect(await get(dpop, '/v1/me?version=1')).toMatchObject({ status: 200 })
})

describe('a proof is refused', () => {
  const old = (seconds: number) => ({ claims: { iat: service.tokens.time - seconds } })

  test.each<[what: string, change: () => Change | Promise<Change>]>([
    ['of another method', () => ({ claims: { htm: 'POST' } })],
    ['of a method in small letters', () => ({ claims: { htm: 'get' } })],
    ['of another path', () => ({ claims: { htu: 'http://roster.test/v1/users' } })],
    ['of another host', () => ({ claims: { htu: 'http://evil.test/v1/me' } })],
    ['of another scheme', () => ({ claims: { htu: 'https://roster.test/v1/me' } })],
    ['of no address', () => ({ claims: { htu: '/v1/me' } })],
    ['of another token', () => ({ claims: { ath: createHash('sha256').update('x').digest('base64url') } })],
    ['of no token', () => ({ claims: { ath: undefined } })],
    ['without a name', () => ({ claims: { jti: undefined } })],
    ['with a name that is no text', () => ({ claims: { jti: 1 } })],
    ['without a time', () => ({ claims: { iat: undefined } })],
    ['that is two minutes old', () => old(121)],
    ['that is of the future', () => old(-61)],
    ['of another key', async () => ({ key: await newKey() })],
    ['without a key', () => ({ header: { jwk: undefined } })],
    ['with the private key in it', () => ({ header: { jwk: key.secret } })],
    ['with a key it was not signed with', async () => ({ header: { jwk: (await newKey()).jwk } })],
    ['of another type', () => ({ header: { typ: 'JWT' } })],
    ['of no type', () => ({ header: { typ: undefined } })],
  ])('%s', async (_, change) => {
    expect(await get(await proof(await change()))).toMatchObject(refused(BAD_PROOF))
  })

  test.each<[what: string, dpop: string | undefined]>([
    ['that is missing', undefined],
    ['that is empty', ''],
    ['that is prose', 'swordfish'],
    ['without a signature', `${btoa('{"alg":"none","typ":"dpop+jwt"}')}.e30.`],
  ])('%s', async (_, dpop) => {
    expect(await get(dpop)).toMatchObject(refused(BAD_PROOF))
  })

  test('that comes with another one', async () => {
    const { statusCode } = await service.app.inject({
      url: '/v1/me',
      headers: { authorization: `DPoP ${token}`, dpop: [await proof(), await proof()] },
    })
    expect(statusCode).toBe(401)
  })

  test('that was used before', async () => {
    const dpop = await proof()
    expect(await get(dpop)).toMatchObject({ status: 200 })
    expect(await get(dpop)).toMatchObject(refused(BAD_PROOF))
  })

  test('that was used before, for as long as a clock that is a minute behind would take it', async () => {
    const dpop = await proof()
    expect(await get(dpop)).toMatchObject({ status: 200 })
    const later = new Date((service.tokens.time + 181) * 1_000 - 1).toISOString()
    await service.database.query({ text: 'delete from spent_proofs where expires_at <= $1' }, [later])
    expect(await get(dpop)).toMatchObject(refused(BAD_PROOF))
  })

  test.runIf(onPostgres)('that is used many times at once, but for one', async () => {
    const dpop = await proof()
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(dpop)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('a proof is known by its name and its key: one of another key may be called the same', async () => {
  const claims = { jti: randomUUID() }
  expect(await get(await proof({ claims }))).toMatchObject({ status: 200 })
  const own = await newKey()
  token = await service.tokens.make({ cnf: { jkt: own.thumbprint } })
  expect(await get(await proof({ claims, key: own }))).toMatchObject({ status: 200 })
})

test('two minutes old is young enough while clocks differ by one', async () => {
  expect(await get(await proof({ claims: { iat: service.tokens.time - 120 } }))).toMatchObject({ status: 200 })
  expect(await get(await proof({ claims: { iat: service.tokens.time + 60 } }))).toMatchObject({ status: 200 })
})

test('a token that is bound to a certificate as well comes with both', async () => {
  token = await service.tokens.make({ cnf: { jkt: key.thumbprint, 'x5t#S256': 'A'.repeat(43) } })
  expect(await get(await proof())).toMatchObject(refused(BAD_TOKEN))
  shown = 'B'.repeat(43)
  expect(await get(await proof())).toMatchObject(refused(BAD_TOKEN))
  shown = 'A'.repeat(43)
  expect(await get(await proof())).toMatchObject({ status: 200 })
})

test('a token that is not bound to a key is not taken, whatever comes with it', async () => {
  token = await service.tokens.make()
  expect(await get(await proof())).toMatchObject(refused(BAD_TOKEN))
})

test('what a bound token lacks is said in its own scheme', async () => {
  token = await service.tokens.make({ cnf: { jkt: key.thumbprint }, scope: 'read:users' })
  const answer = await get(await proof({ claims: { htu: 'http://roster.test/v1/api-keys' } }), '/v1/api-keys')
  expect(answer).toMatchObject({
    status: 403,
    headers: { 'www-authenticate': 'DPoP realm="roster", error="insufficient_scope", scope="manage:keys"' },
  })
})
