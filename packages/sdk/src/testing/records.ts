import type { Actor } from '../core/actor.ts'
import type { Role, Scope } from './policy.ts'

/** A record of an application: values by the names of the members. */
export type Row = Record<string, any>

/** An account that can sign in, or as which a key acts. */
export interface Account {
  id: string
  name: string
  email: string
  role: Role
  /** Identifier of the owner whose records the account sees, in a role that sees only its own. */
  owner: string
  status: string
  /** The application's record of the account. */
  record: Row
}

export interface ApiKey {
  id: string
  name: string
  user_id: string | null
  prefix: string
  scopes: Scope[]
  role: Role
  expires_at: string | null
  last_used_at: string | null
  created_by: Actor | null
  created_at: string
}

export interface OAuthClient {
  client_id: string
  name: string
  type: string
  grant_types: string[]
  redirect_uris: string[]
  scopes: string[]
  token_endpoint_auth_method: string
  tls_client_auth_subject_dn: string | null
  jwks: object | null
  created_by: Actor | null
  created_at: string
  updated_at: string
}

export interface Export {
  id: string
  format: 'ndjson' | 'csv'
  /** Kind of the exported records, if there are several kinds. */
  kind?: string
  filter: object
  status: string
  progress: { done: number; total: number }
  file: object | null
  created_at: string
  expires_at: string
}

/** A session with its user. */
export interface Session {
  id: string
  type: string
  user_id: string
  created_at: string
  last_used_at: string
  expires_at: string
  address: string | null
  user_agent: string | null
  client: object | null
  scopes: string[] | null
}

export interface WebhookEndpoint {
  id: string
  url: string
  events: string[]
  description: string | null
  status: string
  disabled_reason: string | null
  created_by: Actor | null
  created_at: string
  updated_at: string
}

export interface Delivery {
  id: string
  event_id: string
  event: string
  endpoint_id: string
  status: string
  attempts: object[]
  next_attempt_at: string | null
  created_at: string
}

/** An event in the log. */
export interface Event {
  event: string
  id: string
  cursor: string
  created_at: string
  api_version: string
  actor: Actor | null
  data: object
}

/** The records that the core itself keeps, oldest first. */
export interface Tables {
  apiKeys: ApiKey[]
  oauthClients: OAuthClient[]
  exports: Export[]
  sessions: Session[]
  webhookEndpoints: WebhookEndpoint[]
  deliveries: Delivery[]
  events: Event[]
}
