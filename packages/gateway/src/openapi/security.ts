import { type AnyOperation, isScope } from '@roster/api'
import type { oas31 } from 'zod-openapi'

/** The ways to prove who calls. An `oauth2` scheme added here is listed with the scope of each operation. */
export const securitySchemes: Record<string, oas31.SecuritySchemeObject> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key, as `POST /v1/api-keys` makes them.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'roster_session',
    description:
      'A browser session, as `POST /v1/session` opens it; over https the name is `__Host-roster_session`. Changes need its `csrf_token` in `X-CSRF-Token`.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An API key as the user name, with an empty password, for tools that know nothing else.',
  },
}

/** Any one scheme will do; none is needed where the operation says so. */
export function securityOf({ scope }: AnyOperation): oas31.SecurityRequirementObject[] {
  if (scope === 'none') return [{}]
  const scopes = isScope(scope) ? [scope] : []
  return Object.entries(securitySchemes).map(([name, { type }]) => ({ [name]: type === 'oauth2' ? scopes : [] }))
}
