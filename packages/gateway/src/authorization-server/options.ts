import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Account } from '@roster/core'
import type { Access } from '@roster/core/contract'
import type { DeniableToken, DenialSubject, OAuthArtifacts, Signer, SigningKey } from '@roster/core/server'
import type { AgentScopes } from '../mcp/agent-scopes.ts'
import type { Attempts } from './attempts.ts'
import type { ReadDocument } from './client-documents.ts'

/** An OAuth client as it is stored. */
export interface StoredClient {
  client_id: string
  name: string
  type: 'confidential' | 'public'
  grant_types: readonly string[]
  redirect_uris: readonly string[]
  scopes: readonly string[]
  token_endpoint_auth_method: string
  tls_client_auth_subject_dn: string | null
  jwks: { keys: readonly object[] } | null
  /** SHA-256 of its secret in hexadecimal; null where it has none. */
  secret_hash: string | null
}

/** What agents get tokens for: a resource of its own, whose tokens do nothing elsewhere. */
export interface AgentResource {
  /** Its address, which is the audience of its tokens too. */
  address: string
  /** What scopes open there. */
  scopes: AgentScopes
}

/** What the authorization server works with. */
export interface ProviderOptions {
  /** Who may be granted what. */
  access: Access
  /** Whom access tokens are for: their `aud`. */
  audience: string
  /** What agents get tokens for. Default: they are not served. */
  agents?: AgentResource | undefined
  /** Reads the documents by which agents tell who they are that nobody has registered. Default: such agents are not known. */
  readDocument?: ReadDocument | undefined
  accounts: {
    /** The active user with this identifier. */
    find: (userId: string) => Promise<Account | undefined>
    /** The active user whom e-mail address and password prove. */
    signIn: (email: string, password: string) => Promise<Account | undefined>
  }
  clients: { find: (clientId: string) => Promise<StoredClient | undefined> }
  artifacts: OAuthArtifacts
  /** First the key that signs, then all others that are published. The same list as long as they are the same. */
  keys: { list(): Promise<SigningKey[]> }
  denyList: {
    /** Ends access tokens before their expiry. */
    deny: (subject: DenialSubject) => Promise<void>
    /** Whether a token has been ended. */
    includes: (token: DeniableToken) => Promise<boolean>
  }
  /** Sign cookies: secrets of 32 bytes or more. The first signs, and what any of them signed is taken. */
  cookieKeys: string[]
  /** Makes the tokens of forms. */
  signer: Signer
  /** Limits wrong passwords and user codes. */
  attempts: Attempts
  /** The certificate of a caller that has shown one; whether an authority that is trusted here issued it. */
  certificateOf: (request: IncomingMessage) => { x509: X509Certificate; isVerified: boolean } | undefined
}
