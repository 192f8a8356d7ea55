import { newSecret } from '../state.ts'
import type { Action, Steps } from '../action.ts'
import { invalid } from '../refuse.ts'
import { Problem } from '../problem.ts'
import { holds } from '#core/contract/access'
import { settingFaults } from '#core/oauth-clients/setting-faults'
import { ownOf, requireBelowLimit } from '../maker-limits.ts'
import { actorOf } from '../principal.ts'
import type { OAuthClient } from '../records.ts'

export const oauthClients: Record<string, Steps> = {
  'oauthClients.create': {
    run(action) {
      const { db, now, principal, state, input } = action
      const { name, type, grant_types, redirect_uris, scopes, tls_client_auth_subject_dn, jwks } = input
      const token_endpoint_auth_method =
        input['token_endpoint_auth_method'] ?? (type === 'public' ? 'none' : 'client_secret_basic')
      const authentication = { token_endpoint_auth_method, tls_client_auth_subject_dn, jwks }
      const settings = { name, type, grant_types, redirect_uris, scopes, ...authentication }
      requireAllowed(action, settings, 'This client')
      requireBelowLimit('clients', ownOf(action, db.oauthClients).length, state.limits.clients)
      const origin = { created_by: actorOf(principal), created_at: now, updated_at: now }
      const client = { client_id: action.id('cli'), ...settings, ...origin }
      db.oauthClients.push(client)
      state.proofHolders.set(client.client_id, principal.scopes)
      if (!usesSecret(client)) return client
      const client_secret = newSecret(state, 'oauthClient')
      state.clientSecrets.set(client.client_id, client_secret)
      return { ...client, client_secret }
    },
  },

  'oauthClients.update': {
    load: findToHandle,
    run(action, client: OAuthClient) {
      const { client_id: _, ...change } = action.input
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      const after = { ...client, ...(Object.fromEntries(given) as Partial<OAuthClient>) }
      requireAllowed(action, after, 'This client, as it would be,')
      keepProof(action, client, after)
      if (JSON.stringify(after) !== JSON.stringify(client)) Object.assign(client, after, { updated_at: action.now })
      return client
    },
  },

  'oauthClients.delete': {
    load: findToHandle,
    run(action, client: OAuthClient) {
      const { db, state } = action
      action.remove(db.oauthClients, client, 'client_id')
      for (const [token, { principal }] of state.tokens)
        if (principal.id === client.client_id) state.tokens.delete(token)
    },
  },

  'oauthClients.rotateSecret': {
    load: findToHandle,
    run({ now, principal, state }, client: OAuthClient) {
      if (!usesSecret(client)) throw new Problem('conflict', 'This client proves itself without a secret.')
      const client_secret = newSecret(state, 'oauthClient')
      state.clientSecrets.set(client.client_id, client_secret)
      state.proofHolders.set(client.client_id, principal.scopes)
      client.updated_at = now
      return { ...client, client_secret }
    },
  },
}

/** Ends a secret that somebody knows who does not hold what the client gains. A certificate of such a person must be named again. */
function keepProof({ application, input, principal, state }: Action, client: OAuthClient, after: OAuthClient): void {
  const { client_id } = client
  if (input['jwks'] || input['tls_client_auth_subject_dn']) state.proofHolders.set(client_id, principal.scopes)
  const gained = after.scopes.filter((scope) => !client.scopes.includes(scope))
  const { access } = application
  const holder = access.powerOfScopes([...(state.proofHolders.get(client_id) ?? [])])
  if (holds(holder, access.powerOfScopes(gained))) return
  if (usesSecret(after)) state.clientSecrets.delete(client_id)
  else if (after.type === 'confidential') {
    const detail = 'Who registered the certificate of this client does not hold what the client gains. '
    throw new Problem('conflict', `${detail}Send jwks or tls_client_auth_subject_dn with this change.`)
  }
}

/** A client for a change. Throws `forbidden` where the caller does not hold its power. */
function findToHandle(action: Action): OAuthClient {
  const client = action.find(action.db.oauthClients, action.input['client_id'], 'OAuth client', 'client_id')
  action.requirePower('This client', action.application.access.powerOfScopes(client.scopes))
  return client
}

type Settings = Omit<OAuthClient, 'client_id' | 'created_by' | 'created_at' | 'updated_at'>

const usesSecret = ({ token_endpoint_auth_method: method }: Settings) => method.startsWith('client_secret_')

/** Throws unless the caller may grant what the client asks for, and its settings fit together. */
function requireAllowed(action: Action, client: Settings, subject: string): void {
  action.requirePower(subject, action.application.access.powerOfScopes(client.scopes))
  const faults = settingFaults(client)
  if (faults.length > 0) throw invalid('body', faults)
}
