import type { Access } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import { serveTexts } from '../http/static-text.ts'
import type { Site } from '../naming/site.ts'
import { DPOP_ALGORITHMS } from './dpop-proof.ts'

const PATH = '/.well-known/oauth-protected-resource'

/** Where a client that was refused finds out who gives tokens: those of the service, or of what has this path in it (RFC 9728, section 3.1). */
export const metadataUrlOf = (baseUrl: string, resourcePath = '') => baseUrl + PATH + resourcePath

/** What is said of this service as a protected resource. */
export interface ProtectedResource extends Site {
  /** Who gives the tokens it takes. */
  issuer: string
  access: Access
  /** What of the service it is, as a path. Default: all of it. */
  path?: string
}

/** Serves the metadata of this service as a protected resource (RFC 9728). */
export function serveResourceMetadata(
  app: FastifyInstance,
  { naming, baseUrl, issuer, access, path = '' }: ProtectedResource,
): void {
  const metadata = {
    resource: baseUrl + path,
    authorization_servers: [issuer],
    scopes_supported: access.scopeNames,
    bearer_methods_supported: ['header'],
    resource_name: naming.title,
    resource_documentation: `${baseUrl}/docs`,
    tls_client_certificate_bound_access_tokens: true,
    dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
    dpop_bound_access_tokens_required: false,
  }
  const text = {
    path: PATH + path,
    type: 'application/json',
    headers: { 'cache-control': 'public, max-age=3600' },
    content: () => Promise.resolve(JSON.stringify(metadata)),
  }
  serveTexts(app, [text])
}
