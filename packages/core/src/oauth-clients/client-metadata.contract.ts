import { z } from 'zod'
import type { Access } from '../contract/access.ts'
import { isDistinguishedName } from '../contract/distinguished-name.ts'
import { OPENID_SCOPES, type OpenIdScope } from '../contract/openid-scopes.ts'
import { isRedirectUri } from '../contract/redirect-uri.ts'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE] as const
export type GrantType = (typeof GRANT_TYPES)[number]

const AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'tls_client_auth',
  'self_signed_tls_client_auth',
] as const

/** Returns the scopes that a client may request: those of the application, and those of OpenID Connect. */
export function clientScopeNames<S extends string>({ scopeNames }: Access<S>): readonly [S, ...(S | OpenIdScope)[]] {
  return [...scopeNames, ...OPENID_SCOPES]
}

/** Returns the schema of a list without duplicates. */
function distinct<Item extends z.ZodType>(item: Item, min: number, max: number) {
  const isDistinct = (list: unknown[]) => new Set(list).size === list.length
  return z
    .array(item)
    .min(min)
    .max(max)
    .refine(isDistinct, { error: 'must not hold an entry twice', params: { code: 'repeated' } })
    .meta({ uniqueItems: true })
}

export const grantTypes = distinct(z.enum(GRANT_TYPES), 1, GRANT_TYPES.length).meta({
  description:
    'How the client gets tokens. `refresh_token` is allowed only together with `authorization_code` or the device code.',
  examples: [['authorization_code', 'refresh_token']],
})

/** Returns the schema of a client's scopes, in an application with these access rules. */
export function clientScopes<S extends string>(access: Access<S>) {
  const names = clientScopeNames(access)
  return distinct(z.enum(names), 1, names.length).meta({
    description: 'Scopes that tokens of the client may have: those of the API, and those of OpenID Connect.',
    examples: [['openid', 'email', access.scopeNames[0]]],
  })
}

const redirectUri = z
  .string()
  .max(2_000)
  .refine(isRedirectUri, {
    error: 'must be an https address, or http on localhost, without a fragment, a wildcard or a user name',
    params: { code: 'invalid-format' },
  })
  .meta({ format: 'uri', pattern: '^https?://[^#*\\s]+$' })

export const redirectUris = distinct(redirectUri, 0, 20).meta({
  description: 'Addresses to which the authorization server may redirect, compared character by character.',
  examples: [['https://app.example.com/callback']],
})

export const authMethod = z.enum(AUTH_METHODS).meta({
  description:
    'How the client authenticates at the token endpoint; no other method is accepted. A public client has `none`.',
  examples: ['client_secret_basic'],
})

export const subjectDn = z
  .string()
  .min(1)
  .max(1_000)
  .refine(isDistinguishedName, {
    error: 'must be a distinguished name as RFC 4514 writes it, such as CN=client.example.com,O=Example',
    params: { code: 'invalid-format' },
  })
  .meta({ pattern: '^[A-Za-z0-9]' })
  .nullable()
  .meta({
    description: 'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
    examples: [null],
  })

const label = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\x20-\x7e]+$/)
const base64url = z
  .string()
  .max(2_048)
  .regex(/^[\w-]+$/)
const base64 = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/)

/** A public key with its certificate (RFC 7517, section 4). Members of private keys are refused as unknown. */
const jsonWebKey = z
  .strictObject({
    kty: z.enum(['RSA', 'EC', 'OKP']).meta({ description: 'Kind of key.', examples: ['EC'] }),
    x5c: z
      .array(base64.meta({ description: 'A certificate, DER in base64.', examples: ['MIIB'] }))
      .min(1)
      .max(5)
      .meta({ description: 'The certificate of this key, followed by those of its issuers.', examples: [['MIIB']] }),
    kid: label(200)
      .optional()
      .meta({ description: 'Name of the key.', examples: ['2026'] }),
    use: z
      .enum(['sig', 'enc'])
      .optional()
      .meta({ description: 'What it is for.', examples: ['sig'] }),
    alg: label(50)
      .optional()
      .meta({ description: 'Algorithm it is used with.', examples: ['ES256'] }),
    crv: label(50)
      .optional()
      .meta({ description: 'Curve.', examples: ['P-256'] }),
    x: base64url.optional().meta({ description: 'Coordinate x.', examples: ['f83OJ3D2'] }),
    y: base64url.optional().meta({ description: 'Coordinate y.', examples: ['x_FEzRu9'] }),
    n: base64url.optional().meta({ description: 'Modulus.', examples: ['0vx7agoe'] }),
    e: base64url.optional().meta({ description: 'Exponent.', examples: ['AQAB'] }),
    x5t: base64url.optional().meta({ description: 'SHA-1 of the certificate.', examples: ['dGhpcyBp'] }),
    'x5t#S256': base64url.optional().meta({ description: 'SHA-256 of the certificate.', examples: ['bWNhbGl0'] }),
  })
  .meta({ id: 'JsonWebKey', description: 'A public key and its certificate (RFC 7517).' })

export const jwks = z
  .strictObject({
    keys: z
      .array(jsonWebKey)
      .min(1)
      .max(10)
      .meta({
        description: 'The keys.',
        examples: [[{ kty: 'EC', crv: 'P-256', x: 'f83O', y: 'x_FE', x5c: ['MIIB'] }]],
      }),
  })
  .nullable()
  .meta({
    description:
      'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
    examples: [null],
  })

export type JsonWebKeySet = NonNullable<z.output<typeof jwks>>
