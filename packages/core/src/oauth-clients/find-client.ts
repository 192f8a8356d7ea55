import { idPrefixes, isId } from '../contract/ids.ts'
import type { Database } from '../data/database.ts'
import type { OAuthClientRecord } from './oauth-clients.contract.ts'

/** A client with the columns that the authorization server needs. */
export interface StoredClient extends OAuthClientRecord {
  /** SHA-256 of the secret in hexadecimal; null for a client without a secret. */
  secret_hash: string | null
}

const byId = {
  name: 'oauth client by id',
  text: `select client_id, name, type, grant_types, redirect_uris, scopes, token_endpoint_auth_method, tls_client_auth_subject_dn, jwks,
      created_by, created_at, updated_at, secret_hash
    from oauth_clients where client_id = $1 and deleted_at is null`,
}

/** Returns the client with this identifier from the database; undefined when there is none, or it was deleted. */
export async function findClient(database: Database, clientId: string): Promise<StoredClient | undefined> {
  if (!isId(idPrefixes.oauthClient, clientId)) return undefined
  const [client] = await database.query<StoredClient>(byId, [clientId])
  return client
}
