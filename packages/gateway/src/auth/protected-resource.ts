import { scopes } from '@roster/api'
import type { FastifyInstance } from 'fastify'
import { DPOP_ALGORITHMS } from './dpop-proof.ts'

const PATH = '/.well-known/oauth-protected-resource'

/** Where a client that was refused finds out who gives tokens. */
export const metadataUrlOf = (baseUrl: string) => baseUrl + PATH

/** Serves the metadata of this service as a protected resource (RFC 9728). `issuer` gives the tokens it takes. */
export function serveResourceMetadata(app: FastifyInstance, baseUrl: string, issuer: string): void {
  const metadata = {
    resource: baseUrl,
    authorization_servers: [issuer],
    scopes_supported: Object.keys(scopes),
    bearer_methods_supported: ['header'],
    resource_name: 'Roster',
    resource_documentation: `${baseUrl}/docs`,
    tls_client_certificate_bound_access_tokens: true,
    dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
    dpop_bound_access_tokens_required: false,
  }
  app.get(PATH, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/json; charset=utf-8').send(metadata),
  )
}
