import type { SigningKey } from '@roster/core/server'
import type { FastifyBaseLogger } from 'fastify'
import type Koa from 'koa'
import type { Site } from '../naming/site.ts'
import { respondAsOurs } from './response.ts'
import { compareSecrets } from './client-authentication.ts'
import { configuration } from './configuration.ts'
import { completeDiscovery } from './discovery.ts'
import { describeIdTokens } from './id-token.ts'
import { introspectAccessTokens, revokeAccessTokens } from './own-tokens.ts'
import type { OAuthRequest } from './oauth-request.ts'
import type { ProviderOptions } from './options.ts'
import { tellInterval } from './polling.ts'
import { answerConditions } from './read-conditions.ts'
import { logTokens } from './token-log.ts'
import { endAllAtSignOut } from './sign-out.ts'
import { skipNeedlessSignOut, tellOfStaying } from './sign-out-pages.ts'
import { Provider } from './library.ts'

/** Returns the library (oidc-provider), configured for this service. */
export function buildProvider(
  options: ProviderOptions,
  site: Site,
  keys: SigningKey[],
  logger: FastifyBaseLogger,
): Provider {
  const { baseUrl } = site
  const provider = new Provider(baseUrl, configuration(options, site, keys))
  provider.proxy = true
  compareSecrets(provider)
  describeIdTokens(provider, options)
  endAllAtSignOut(provider, options)
  logTokens(provider)
  provider.use(respondAsOurs)
  provider.use(answerConditions)
  provider.use(completeDiscovery(baseUrl, options.access))
  provider.use(tellInterval)
  provider.use(skipNeedlessSignOut)
  provider.use(tellOfStaying)
  provider.use(introspectAccessTokens(options, baseUrl, keys))
  provider.use(revokeAccessTokens(options, baseUrl, keys))
  const report = (error: unknown) => logger.error({ err: error }, 'The authorization server failed')
  provider.on('server_error', ({ req }, error) => {
    report(error)
    ;(req as OAuthRequest).failure = error
  })
  // Errors outside the library's own endpoints; Koa would write them to the console.
  ;(provider as Koa).on('error', report)
  return provider
}
