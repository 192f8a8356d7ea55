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
  /** SHA-256 of the client's secret in hexadecimal; null when there is none. */
  secret_hash: string | null
}

/** The resource that agents get tokens for. Its tokens are not valid anywhere else. */
export interface AgentResource {
  /** URL of the resource, and the audience of its tokens. */
  address: string
  /** Scopes of the resource, with the tools that each of them opens. */
  scopes: AgentScopes
}

/** Options of the authorization server. */
export interface ProviderOptions {
  /** Access rules: the scopes that each role may hold. */
  access: Access
  /** Audience of access tokens: their `aud`. */
  audience: string
  /** The resource that agents get tokens for. Default: agents are not served. */
  agents?: AgentResource | undefined
  /** Reads the metadata documents of unregistered agents. Default: such agents are not known. */
  readDocument?: ReadDocument | undefined
  accounts: {
    /** Returns the active user with this identifier, or undefined. */
    find: (userId: string) => Promise<Account | undefined>
    /** Returns the active user that e-mail address and password prove, or undefined. */
    signIn: (email: string, password: string) => Promise<Account | undefined>
  }
  clients: { find: (clientId: string) => Promise<StoredClient | undefined> }
  artifacts: OAuthArtifacts
  /** Lists the key that signs first, then all other published keys. Returns the same list as long as the keys are the same. */
  keys: { list(): Promise<SigningKey[]> }
  denyList: {
    /** Revokes access tokens before their expiry. */
    deny: (subject: DenialSubject) => Promise<void>
    /** Whether a token has been revoked. */
    includes: (token: DeniableToken) => Promise<boolean>
  }
  /** Secrets that sign cookies, of 32 bytes or more. The first one signs; signatures of all of them are accepted. */
  cookieKeys: string[]
  /** Signs the tokens of forms. */
  signer: Signer
  /** Limits wrong passwords and user codes. */
  attempts: Attempts
  /** Returns the caller's client certificate, if any, and whether an authority trusted here issued it. */
  certificateOf: (request: IncomingMessage) => { x509: X509Certificate; isVerified: boolean } | undefined
}
