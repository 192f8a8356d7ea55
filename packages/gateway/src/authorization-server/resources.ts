import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { isFromDocument } from './client-documents.ts'
import { errors } from './library-errors.ts'
import type { ProviderOptions } from './options.ts'
import { grantable, narrowRequest, requireScopeLeft } from './scopes.ts'

/** The feature of the library for resources. */
export type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/** Returns the audience of tokens by resource (RFC 8707): for the API and for the resource of agents. */
export function audiencesOf({ audience, agents }: ProviderOptions, baseUrl: string): ReadonlyMap<string, string> {
  return new Map([[baseUrl, audience], ...(agents ? [[agents.address, agents.address] as const] : [])])
}

/** Returns the feature that issues each access token, a JWT, for one resource. Default: the API; for clients from documents, the resource of agents. */
export function resourceIndicators(options: ProviderOptions, baseUrl: string): ResourceIndicators {
  const { access, agents } = options
  const audiences = audiencesOf(options, baseUrl)
  return {
    enabled: true,
    defaultResource: async (_ctx, client) => (isFromDocument(client) ? agents!.address : baseUrl),
    getResourceServerInfo(ctx, resource, client) {
      const audience = audiences.get(resource)
      const isForAgents = resource === agents?.address
      if (audience === undefined || !isAlone(ctx, resource)) throw new errors.InvalidTarget()
      // An unregistered client may use only the resource of agents, whose consent page names the client's host.
      if (isFromDocument(client) && !isForAgents) throw new errors.InvalidTarget()
      narrowRequest(options, ctx, client, isForAgents ? agents.scopes.reading : access.scopeNames)
      const scope = grantable(options, ctx, client)
      requireScopeLeft(ctx, resource, scope)
      return { scope, audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
    },
  }
}

/** Whether a request names no other resource: a grant, and its consent page, are for one resource. */
const isAlone = ({ oidc: { params } }: KoaContextWithOIDC, resource: string): boolean =>
  [params!['resource'] ?? resource].flat().every((named) => named === resource)
