import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { isFromDocument } from './client-documents.ts'
import { errors } from './library-errors.ts'
import type { ProviderOptions } from './options.ts'
import { grantable, narrowRequest } from './scopes.ts'

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/** The audience of tokens for each resource that a request can name (RFC 8707): the API, and what agents call. */
export function audiencesOf({ audience, agents }: ProviderOptions, baseUrl: string): ReadonlyMap<string, string> {
  return new Map([[baseUrl, audience], ...(agents ? [[agents.address, agents.address] as const] : [])])
}

/** Makes access tokens be for one resource each, that of the API where none is named, and therefore JWTs. */
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
      // Nobody has registered it, so it gets what people are asked for with that in mind.
      if (isFromDocument(client) && !isForAgents) throw new errors.InvalidTarget()
      narrowRequest(options, ctx, client, isForAgents ? agents.scopes.reading : access.scopeNames)
      const scope = grantable(options, ctx, client)
      return { scope, audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
    },
  }
}

/** Whether a request names no other resource: what is granted, and shown to people, is for one. */
const isAlone = ({ oidc: { params } }: KoaContextWithOIDC, resource: string): boolean =>
  [params!['resource'] ?? resource].flat().every((named) => named === resource)
