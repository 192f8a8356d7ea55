import { type Access, type AnyOperation, isScope, isStream, openIdWords } from '@roster/core/contract'
import type { oas31 } from 'zod-openapi'
import { cookieName } from '../naming/cookie-name.ts'
import type { Site } from '../naming/site.ts'

/** Names of the security schemes. */
export const SCHEME_NAMES = [
  'oauth2',
  'openIdConnect',
  'bearer',
  'mutualTLS',
  'apiKey',
  'basic',
  'session',
  'ticket',
] as const
export type SchemeName = (typeof SCHEME_NAMES)[number]

/** Security schemes by name. */
export type SecuritySchemes = Partial<Record<SchemeName, oas31.SecuritySchemeObject>>

/** The service, with the issuer of its access tokens and its access rules. */
export interface Guarded extends Site {
  /** Issuer of the access tokens: this service, whose endpoints are known, or another one, whose discovery document names them. */
  issuer: string
  access: Access
  /** Prefix of all REST paths; empty for none. */
  basePath: string
}

/** Returns the security schemes that are `taken`. */
export function securitySchemesOf(guarded: Guarded, taken: readonly SchemeName[]): SecuritySchemes {
  const all = allSchemes(guarded)
  return Object.fromEntries(taken.flatMap((name) => (name in all ? [[name, all[name]]] : [])))
}

function allSchemes(guarded: Guarded): SecuritySchemes {
  const { baseUrl, basePath, issuer, access } = guarded
  return {
    ...(issuer === baseUrl && { oauth2: oauth2(baseUrl, access) }),
    openIdConnect: {
      type: 'openIdConnect',
      openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      description: 'OpenID Connect: who gives access tokens, and how to get them.',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'An access token: a JWT (RFC 9068), used as RFC8725 says. One that is bound to a key goes with `DPoP` (RFC 9449).',
    },
    mutualTLS: {
      // The types know the schemes of OpenAPI 3.0 only.
      type: 'mutualTLS' as 'http',
      description:
        'The client certificate that an access token is bound to (RFC 8705). A certificate alone is no credential.',
    },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: `An API key, from \`POST ${basePath}/api-keys\`.`,
    },
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'An API key as the user name, with an empty password, for tools without other means.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName('session', guarded),
      description: `The session of a browser, from \`POST ${basePath}/session\`. Changes need its \`csrf_token\` in \`X-CSRF-Token\`.`,
    },
    ticket: {
      type: 'apiKey',
      in: 'query',
      name: 'ticket',
      description: `A ticket, from \`POST ${basePath}/realtime/tickets\`: for one connection, opened within 30 seconds.`,
    },
  }
}

function oauth2(baseUrl: string, { scopes }: Access): oas31.SecuritySchemeObject {
  const tokenUrl = `${baseUrl}/oauth/token`
  return {
    type: 'oauth2',
    description:
      'An access token: a JWT used as RFC8725 says. Devices without a browser begin at `POST /device` (RFC 8628).',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/authorize`,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes: { ...scopes, ...openIdWords('summary') },
      },
      clientCredentials: { tokenUrl, scopes },
    },
  }
}

/** Alternative security requirements. Each line lists the schemes that go together. */
const ALTERNATIVES: SchemeName[][] = [
  ['oauth2'],
  ['openIdConnect'],
  ['bearer'],
  ['bearer', 'mutualTLS'],
  ['apiKey'],
  ['basic'],
  ['session'],
  ['ticket'],
]

/** Schemes whose tokens are requested with scopes. The others have no names for what they allow (OpenAPI 3.1, Security Requirement Object). */
const SCOPED: ReadonlySet<SchemeName> = new Set(['oauth2', 'openIdConnect'])

/** Returns the alternative security requirements of an operation; one empty requirement when it needs no credential. */
export function securityOf(operation: AnyOperation, schemes: SecuritySchemes): oas31.SecurityRequirementObject[] {
  const { scope } = operation
  if (scope === 'none') return [{}]
  const taken = ALTERNATIVES.filter(([name]) => name !== 'ticket' || isStream(operation))
  return requirements(taken, isScope(scope) ? [scope] : [], schemes)
}

/** Returns the alternative security requirements of a procedure without a contract that needs a credential. */
export const plainSecurityOf = (schemes: SecuritySchemes): oas31.SecurityRequirementObject[] =>
  requirements(
    ALTERNATIVES.filter(([name]) => name !== 'ticket'),
    [],
    schemes,
  )

function requirements(
  alternatives: readonly SchemeName[][],
  scopes: string[],
  schemes: SecuritySchemes,
): oas31.SecurityRequirementObject[] {
  const possible = alternatives.filter((names) => names.every((name) => name in schemes))
  return possible.map((names) => Object.fromEntries(names.map((name) => [name, SCOPED.has(name) ? scopes : []])))
}
