import { apiKeys } from './api-keys/api-keys.ts'
import { access } from './contract/scopes.ts'
import { coreEntities } from './core-entities.ts'
import { EventAccess } from './events/event-access.ts'
import { eventScopesOf } from './events/event-scopes.ts'
import { eventLogOf } from './events/events.ts'
import { exports } from './exports/exports.ts'
import { DenialEntity } from './identity/denial.entity.ts'
import { SpentProofEntity } from './identity/spent-proof.entity.ts'
import { me } from './me/me.ts'
import { OAuthArtifactEntity } from './oauth/artifact.entity.ts'
import { SigningKeyEntity } from './oauth/signing-key.entity.ts'
import { oauthClients } from './oauth-clients/oauth-clients.ts'
import { orders } from './orders/orders.ts'
import { realtime } from './realtime/realtime.ts'
import { proceduresOf } from './operation/resource.ts'
import { session } from './session/session.ts'
import { sessions } from './session/sessions.ts'
import { router } from './operation/trpc.ts'
import { users } from './users/users.ts'
import { webhooksOf } from './webhooks/webhooks.ts'

/** What this service offers. A new resource is one line here. */
const recorded = {
  users,
  orders,
  apiKeys,
  oauthClients,
  exports,
  session,
  sessions,
  realtime,
  me,
}

const contracts = Object.values(recorded).map(({ contract }) => contract)
const webhookEndpoints = webhooksOf(contracts)
const emitting = [...contracts, webhookEndpoints.contract]

/** Who may see which events of this service. */
export const eventAccess = new EventAccess(eventScopesOf(emitting), access)

/** The same, where their events are sent to, and the log of all events. */
export const resources = {
  ...recorded,
  webhookEndpoints,
  events: eventLogOf(emitting),
}

export const appRouter = router(proceduresOf(resources))

export type AppRouter = typeof appRouter

/**
 * Every table there is: those of the resources, those that any resource writes to, what ends tokens, the proofs that were used, and what the authorization server keeps.
 */
export const entities = [
  ...coreEntities,
  DenialEntity,
  OAuthArtifactEntity,
  SigningKeyEntity,
  SpentProofEntity,
  ...Object.values(resources).flatMap((resource) => resource.entities),
]
