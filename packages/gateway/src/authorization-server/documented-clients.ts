import type { Client, Configuration } from 'oidc-provider'
import { errors } from './library-errors.ts'
import type { ProviderOptions } from './options.ts'

type Feature = NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']>

/** Maximum length of a client's URL, in characters. Tokens carry the URL. */
const LONGEST = 255

/** Minimum and maximum time that a document is cached, in seconds, whatever its server says. */
const CACHED = { min: 5 * 60, max: 24 * 60 * 60 }

/** Returns the feature that accepts unregistered clients by the document at the URL that names them. It is enabled where agents are served. */
export function documentedClients({ agents, readDocument }: ProviderOptions): Feature {
  return {
    enabled: agents !== undefined && readDocument !== undefined,
    ack: 'draft-02',
    // A URL must be in its normal form, or one document would stand for several clients.
    allowFetch: async (_ctx, address) => address.length <= LONGEST && new URL(address).href === address,
    allowClient: async (_ctx, client) => requireWeb(client),
    cacheDuration: CACHED,
  }
}

/**
 * Throws `invalid_redirect_uri` for a client with a redirect URI that is neither on the web nor on the user's machine. A client from a document can
 * prove itself only by PKCE, because no key, certificate or secret of the document counts.
 */
function requireWeb({ redirectUris }: Client): true {
  if (!redirectUris!.every((address) => /^https?:\/\//.test(address)))
    throw new errors.InvalidClientMetadata('redirect_uris must be https addresses, or http on the loopback interface')
  return true
}

/** Returns the function for all outgoing requests of the library. It reads documents of clients and nothing else. */
export function outgoingFetch({ readDocument }: ProviderOptions): Configuration['fetch'] {
  return (address, request) => {
    if (!readDocument) throw new Error('The authorization server reads nothing from elsewhere.')
    return readDocument(address as string, request!.signal!)
  }
}
