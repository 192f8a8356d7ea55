import { authenticateApiKey, authenticateSession } from '@roster/core/server'
import { apiKeyInBasic, apiKeyInHeader } from '../auth/api-key.ts'
import type { Mechanism } from '../auth/credentials.ts'
import { apiKeyInQuery } from '../auth/query-key.ts'
import { sessionInCookie } from '../auth/session.ts'
import { type Runtime, sourceOf } from './runtime.ts'

/** Returns the mechanisms for secrets in the database: API keys, and sessions of browsers. */
export function secretMechanisms(runtime: Runtime): Mechanism[] {
  const { settings, now } = runtime
  const source = sourceOf(runtime)
  const findSession = (token: string) => authenticateSession(source, token, now())
  return [
    ...apiKeyMechanisms(runtime),
    apiKeyInQuery(findApiKeyOf(runtime), settings.API_KEY_IN_QUERY === 'on'),
    sessionInCookie(findSession, runtime),
  ]
}

/** Returns the mechanisms for API keys in headers. */
export function apiKeyMechanisms(runtime: Runtime): Mechanism[] {
  return [apiKeyInHeader(findApiKeyOf(runtime)), apiKeyInBasic(findApiKeyOf(runtime))]
}

function findApiKeyOf(runtime: Runtime) {
  const source = sourceOf(runtime)
  return (secret: string) => authenticateApiKey(source, secret, runtime.now())
}
