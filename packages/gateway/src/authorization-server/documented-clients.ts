import type { Client, Configuration } from 'oidc-provider'
import { errors } from './library-errors.ts'
import type { ProviderOptions } from './options.ts'

type Feature = NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']>

/** Longest address that names a client: tokens carry it. */
const LONGEST = 255

/** How long a document is taken, in seconds, whatever its server says. */
const CACHED = { min: 5 * 60, max: 24 * 60 * 60 }

/** Takes clients that nobody has registered by the document at the address that names them, where agents are served. */
export function documentedClients({ agents, readDocument }: ProviderOptions): Feature {
  return {
    enabled: agents !== undefined && readDocument !== undefined,
    ack: 'draft-02',
    // One address has one form, or several clients would be one.
    allowFetch: async (_ctx, address) => address.length <= LONGEST && new URL(address).href === address,
    allowClient: async (_ctx, client) => requireWeb(client),
    cacheDuration: CACHED,
  }
}

/**
 * Throws `invalid_redirect_uri` for a client that waits elsewhere than on the web or its user's machine. That it has no way to prove itself but PKCE follows
 * from what counts of its document: no key, certificate or secret.
 */
function requireWeb({ redirectUris }: Client): true {
  if (!redirectUris!.every((address) => /^https?:\/\//.test(address)))
    throw new errors.InvalidClientMetadata('redirect_uris must be https addresses, or http on the loopback interface')
  return true
}

/** Makes the one way in which the library reads what is elsewhere. It reads nothing but documents of clients. */
export function outgoingFetch({ readDocument }: ProviderOptions): Configuration['fetch'] {
  return (address, request) => {
    if (!readDocument) throw new Error('The authorization server reads nothing from elsewhere.')
    return readDocument(address as string, request!.signal!)
  }
}
