import { randomUUID } from 'node:crypto'
import { access as rosterAccess } from '@roster/api'
import type { Access } from '@roster/core/contract'
import { type CryptoKey, exportJWK, generateKeyPair, type JSONWebKeySet, type JWTHeaderParameters, SignJWT } from 'jose'

export const KEY_ID = 'test-key'

interface Keys {
  privateKey: CryptoKey
  publicKeys: JSONWebKeySet
}

async function makeKeys(): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  return { privateKey, publicKeys: { keys: [jwk] } }
}

let keys: Promise<Keys> | undefined

/** Returns the tests' signing key. It is created on first use, once per test file. */
export const signingKeys = () => (keys ??= makeKeys())

/** Claims of an access token. The value undefined omits a claim. */
export type Claims = Record<string, unknown>

/** Makes access tokens of an issuer that the service accepts. By default they are an administrator's without a user record, with every scope. */
export class TokenMaker {
  readonly issuer: string
  readonly #now: () => number
  readonly #access: Access

  /** `access` is the policy of the service that accepts the tokens. Default: Roster's. */
  constructor(issuer: string, now: () => number, access: Access = rosterAccess) {
    this.issuer = issuer
    this.#now = now
    this.#access = access
  }

  /** Current time, in seconds as in tokens. */
  get time(): number {
    return Math.floor(this.#now() / 1_000)
  }

  claims(claims: Claims = {}): Claims {
    return {
      iss: this.issuer,
      aud: this.issuer,
      sub: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D50A',
      client_id: 'cli_01KAJQ7W5M8XV2R4T6Y9B3D501',
      jti: randomUUID(),
      iat: this.time,
      exp: this.time + 900,
      scope: this.#access.scopeNames.join(' '),
      role: this.#access.administrators[0],
      name: 'Ada Lovelace',
      credentials_version: 1,
      grant: randomUUID(),
      ...claims,
    }
  }

  /** Resolves to a signed token. */
  async make(claims: Claims = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const { privateKey } = await signingKeys()
    return new SignJWT(this.claims(claims))
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: KEY_ID, ...header })
      .sign(privateKey)
  }
}
