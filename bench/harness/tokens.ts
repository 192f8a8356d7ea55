import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { people } from './people.ts'

export const ISSUER = 'http://127.0.0.1'

/** How many verified tokens our server keeps. */
export const CACHE_SIZE = 500

const VARIABLE = 'BENCH_SIGNING_KEY'

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'RS256', use: 'sig' }
}

/** The key that signs tokens: made by the process that measures before it starts the servers, which inherit it. */
process.env[VARIABLE] ??= JSON.stringify(await newKey())
const signingKey = JSON.parse(process.env[VARIABLE]) as Required<JWK>

/** The key that verifies them. */
export function publicKey(): JWK {
  const { kty, n, e, kid, alg, use } = signingKey
  return { kty, n, e, kid, alg, use }
}

/** Access tokens of so many users, good for an hour. */
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
