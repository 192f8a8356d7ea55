import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { people } from './people.ts'

export const ISSUER = 'http://127.0.0.1'

/** Number of verified tokens that our server caches. */
export const CACHE_SIZE = 500

const VARIABLE = 'BENCH_SIGNING_KEY'

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'RS256', use: 'sig' }
}

/** The key that signs tokens. The measuring process creates it before it starts the servers, which inherit it. */
process.env[VARIABLE] ??= JSON.stringify(await newKey())
const signingKey = JSON.parse(process.env[VARIABLE]) as Required<JWK>

/** Returns the public key that verifies tokens. */
export function publicKey(): JWK {
  const { kty, n, e, kid, alg, use } = signingKey
  return { kty, n, e, kid, alg, use }
}

/** Returns access tokens of this number of users, valid for an hour. */
export async function makeTokens(count: number): Promise<string[]> {
  const key = await importJWK(signingKey, 'RS256')
  return Promise.all(
    people.slice(0, count).map(({ id, name }) =>
      new SignJWT({
        client_id: 'cli_1',
        scope: 'read:users write:users',
        role: 'admin',
        name,
        credentials_version: 1,
        grant: id,
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'bench' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(id)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key),
    ),
  )
}
