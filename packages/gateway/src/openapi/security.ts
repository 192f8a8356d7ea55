import type { AnyOperation } from '@roster/api'
import type { oas31 } from 'zod-openapi'

/** The ways to prove who calls. An `oauth2` scheme added here is listed with the scope of each operation. */
export const securitySchemes: Record<string, oas31.SecuritySchemeObject> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key, as `POST /v1/api-keys` makes them.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An API key as the user name, with an empty password, for tools that know nothing else.',
  },
}

/** Any one scheme will do. */
export function securityOf({ scope }: AnyOperation): oas31.SecurityRequirementObject[] {
  const scopes = scope === 'any' ? [] : [scope]
  return Object.entries(securitySchemes).map(([name, { type }]) => ({ [name]: type === 'oauth2' ? scopes : [] }))
}
