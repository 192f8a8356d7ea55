import { apiKeys } from './api-keys/api-keys.ts'
import { EventEntity } from './events/event.entity.ts'
import { exports } from './exports/exports.ts'
import { IdempotencyKeyEntity } from './idempotency/idempotency-key.entity.ts'
import { DenialEntity } from './identity/denial.entity.ts'
import { SpentProofEntity } from './identity/spent-proof.entity.ts'
import { me } from './me/me.ts'
import { OAuthArtifactEntity } from './oauth/artifact.entity.ts'
import { SigningKeyEntity } from './oauth/signing-key.entity.ts'
import { oauthClients } from './oauth-clients/oauth-clients.ts'
import { orders } from './orders/orders.ts'
import { proceduresOf } from './resource.ts'
import { router } from './trpc.ts'
import { users } from './users/users.ts'

/** Everything this service offers. A new resource is one line here. */
export const resources = {
  users,
  orders,
  apiKeys,
  oauthClients,
  exports,
  me,
}

export const appRouter = router(proceduresOf(resources))

export type AppRouter = typeof appRouter

/**
 * Every table there is: those of the resources, the log they all write to, the answers kept for repeated requests, what ends tokens,
 * the proofs that were used, and what the authorization server keeps.
 */
export const entities = [
  EventEntity,
  IdempotencyKeyEntity,
  DenialEntity,
  OAuthArtifactEntity,
  SigningKeyEntity,
  SpentProofEntity,
  ...Object.values(resources).flatMap((resource) => resource.entities),
]
