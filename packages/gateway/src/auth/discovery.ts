import { z } from 'zod'
import type { FetchJson } from './json-fetcher.ts'

/** Returns the URL of an issuer's key set, from its discovery document (OpenID Connect Discovery, section 4; RFC 8414, section 3). */
export async function discover(issuer: string, fetchJson: FetchJson): Promise<string> {
  const protocol = issuer.startsWith('https:') ? /^https$/ : /^https?$/
  const document = z.looseObject({ issuer: z.literal(issuer), jwks_uri: z.url({ protocol }) })
  const { jwks_uri } = await fetchJson(addressesOf(issuer), document)
  return jwks_uri
}

/** Returns the URLs of the discovery documents of OpenID Connect and of OAuth. OAuth puts its well-known path before the issuer's path. */
function addressesOf(issuer: string): string[] {
  const base = issuer.replace(/\/$/, '')
  const { origin } = new URL(issuer)
  return [
    `${base}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${base.slice(origin.length)}`,
  ]
}
