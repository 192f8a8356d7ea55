import { createHash, timingSafeEqual } from 'node:crypto'
import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { Provider } from './library.ts'
import { errors } from './library-errors.ts'

/**
 * Makes the provider compare client secrets by their hashes, and accept a secret only in the place that the client is registered for. The library
 * accepts one in the body as well as in `Authorization` (RFC 6749, section 2.3.1).
 */
export function compareSecrets(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function compare(this: Client, secret: string): boolean {
    const inHeader = Provider.ctx?.headers.authorization !== undefined
    const method = inHeader ? 'client_secret_basic' : 'client_secret_post'
    return method === this.clientAuthMethod && isSecret(secret, this.clientSecret!)
  }
}

function isSecret(secret: string, hash: string): boolean {
  const given = createHash('sha256').update(secret).digest()
  const expected = Buffer.from(hash, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Whether a client may read about a token of `owner`: its own tokens, and those of others when it can keep a secret, since it may be a service that
 * receives tokens.
 */
export const mayRead = (
  client: { clientAuthMethod?: string | undefined; clientId: string },
  owner: string | undefined,
) => client.clientAuthMethod !== 'none' || owner === client.clientId

/** Whether a client exists now. The library assumes that the client of a token exists. */
export async function isKnown({ oidc }: KoaContextWithOIDC, clientId: string): Promise<boolean> {
  try {
    return (await oidc.provider.Client.find(clientId)) !== undefined
  } catch (error) {
    if (error instanceof errors.OIDCProviderError) return false
    throw error
  }
}
