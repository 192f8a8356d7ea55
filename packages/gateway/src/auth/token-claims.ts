import { type Access, lineOfText, type Principal, SERVICE, type TokenCredential } from '@roster/core/contract'
import { z } from 'zod'

/** Identifiers are printable ASCII (OpenID Connect Core, section 2). */
const identifier = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/** Returns the schema of an access token's claims besides issuer, audience and times (RFC 9068, section 2.2). Other claims are ignored. */
const claimsIn = (access: Access) =>
  z.object({
    sub: identifier,
    client_id: identifier,
    jti: identifier,
    exp: z.number(),
    scope: z.string().default(''),
    role: z.enum([...access.roles, SERVICE]),
    name: z.unknown().optional(),
    owner: z.string().nullable().optional(),
    credentials_version: z.int().nonnegative().optional(),
    grant: identifier.optional(),
    // An unknown way to bind a token must not be ignored.
    cnf: z.strictObject({ jkt: z.string().optional(), 'x5t#S256': z.string().optional() }).default({}),
  })

/** Form of a caller's name. A name in another form is no reason to refuse a token; `sub` replaces it. */
const NAME = lineOfText(1, 200)

type Claims = z.output<ReturnType<typeof claimsIn>>

/** An access token that was verified. */
export interface AccessToken {
  principal: Principal & { credential: TokenCredential }
  /** Thumbprint of the key that the request must prove with a DPoP proof (RFC 9449, section 6.1). */
  key: string | undefined
  /** Thumbprint of the client certificate that the request must come with (RFC 8705, section 3.1). */
  certificate: string | undefined
  /** Expiry in milliseconds since the epoch. */
  expires: number
}

/**
 * Returns a function that reads a verified payload as an access token, or returns undefined when a claim is missing or invalid. With `isOfAgents` the
 * client acts for the user as an agent.
 */
export function accessTokenReader(access: Access, isOfAgents: boolean): (payload: unknown) => AccessToken | undefined {
  const claims = claimsIn(access)
  return (payload) => {
    const { data } = claims.safeParse(payload)
    if (!data) return undefined
    const { exp, cnf } = data
    return {
      principal: { ...principalOf(access, data), ...(isOfAgents && { agent_id: data.client_id }) },
      key: cnf.jkt,
      certificate: cnf['x5t#S256'],
      expires: exp * 1_000,
    }
  }
}

function principalOf(access: Access, data: Claims): AccessToken['principal'] {
  const { sub, name, role, owner = sub, scope, cnf } = data
  const user_id = access.actsAsUser(role) ? sub : null
  const held = scope.split(' ').filter((word) => access.isScope(word))
  return {
    type: 'access_token',
    ...(cnf.jkt !== undefined && { scheme: 'DPoP' }),
    id: sub,
    name: NAME.safeParse(name).data ?? sub.slice(0, 200),
    user_id,
    role,
    ...access.powerOf({ role, user_id, owner }, held),
    credential: credentialOf(data),
  }
}

function credentialOf({ sub, client_id, jti, grant, credentials_version, exp }: Claims): TokenCredential {
  const subjects = [`token:${jti}`, `client:${client_id}`]
  if (grant !== undefined) subjects.push(`grant:${grant}`)
  if (credentials_version !== undefined) subjects.push(`user:${sub}`)
  const expires_at = new Date(exp * 1_000).toISOString()
  return { type: 'access_token', client_id, expires_at, subjects, credentials_version: credentials_version ?? 0 }
}
