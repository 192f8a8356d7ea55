import type { Access } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import { serveTexts } from '../http/static-text.ts'
import type { Site } from '../naming/site.ts'
import { DPOP_ALGORITHMS } from './dpop-proof.ts'

const PATH = '/.well-known/oauth-protected-resource'

/** Returns the URL of the metadata that tells a refused client who issues tokens, for the service or for the resource at a path (RFC 9728, section 3.1). */
export const metadataUrlOf = (baseUrl: string, resourcePath = '') => baseUrl + PATH + resourcePath

/** Data for the metadata of this service as a protected resource. */
export interface ProtectedResource extends Site {
  /** Issuer of the access tokens that the resource accepts. */
  issuer: string
  access: Access
  /** Path of the resource within the service. Default: the whole service. */
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
