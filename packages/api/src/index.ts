/** The core of Roster, for whoever defines resources or carries them over a protocol. */
export { holdsScope, requireScope } from './access/scope.ts'
export type { Sealer } from './crypto/sealer.ts'
export type { Signer } from './crypto/signer.ts'
export type { Connection, Context, Ended, WebhookServices } from './operation/context.ts'
export { type Actor, actorOf } from './contract/actor.ts'
export type {
  AnyOperation,
  FileOperation,
  InputOf,
  Operation,
  OutputOf,
  ParametersOf,
  ParsedOf,
  Resource,
  SessionCookie,
  StreamOperation,
} from './contract/define.ts'
export {
  errorsOf,
  fileOperation,
  isScope,
  isStream,
  operation,
  resource,
  streamOperation,
  takesKey,
} from './contract/define.ts'
export { type Collection, collectionsOf } from './contract/collections.ts'
export { effectOf, type RecordEffect } from './contract/effect.ts'
export type { EffectSpec } from './contract/effect-spec.ts'
export { isRepresentedBy, representationOf } from './contract/representation.ts'
export { emailKey } from './contract/email-key.ts'
export { type ErrorCode, type ErrorEntry, errors } from './contract/errors.ts'
export { type EventCatalogue, eventNames, eventSchema, type EventSpec } from './contract/events.ts'
export { exampleId, idPrefixes, idSchema, newId } from './contract/ids.ts'
export { fieldsParameter, listOf, MAX_PAGE, pageParameters, sortParameters } from './contract/lists.ts'
export { changesItsPath, type Method, takesIdempotencyKey } from './contract/methods.ts'
export { type Credential, NOBODY, type Principal, type TokenCredential } from './contract/principal.ts'
export { type Fault, Problem, type ProblemDetails, problemDetails, problemDetailsSchema } from './contract/problem.ts'
export { Access, type AccessSpec, type Power, SERVICE } from './contract/access.ts'
export { access, type Role, type Scope, scopes } from './contract/scopes.ts'
export type { SecurityEvent } from './contract/security.ts'
export { lineOfText, timestamp } from './contract/text.ts'
export { coreEntities } from './core-entities.ts'
export type { Database } from './data/database.ts'
export { lockById } from './data/lock.ts'
export { openDatabase } from './data/open.ts'
export { existing } from './data/tombstone.ts'
export { Instant } from './data/types.ts'
export { EventAccess } from './events/event-access.ts'
export { eventScopesOf } from './events/event-scopes.ts'
export { type Channels, LOBBY } from './events/channels.ts'
export type { Entry } from './event-log/entry.ts'
export type { Feed, Subscription } from './event-log/feed.ts'
export { cursorExpired, positionOf } from './event-log/log-state.ts'
export { fault, invalid } from './validation/faults.ts'
export { type FilePerformer, onFile, type StoredFile } from './operation/file.ts'
export type { Account } from './identity/account.ts'
export type { DeniableToken } from './identity/denied.ts'
export { ACCESS_TOKEN_LIFETIME, type Denied } from './identity/deny.ts'
export type { Artifact, OAuthArtifacts } from './oauth/artifacts.ts'
export type { SigningKey, SigningKeys } from './oauth/signing-keys.ts'
export { type Effect, type KeyedRequest, type Outcome, performOnce } from './idempotency/once.ts'
export { CLOCK_SKEW } from './identity/deny.ts'
export { DEFAULT_LIMITS, type Limits } from './operation/limits.ts'
export { Conditions } from './data/conditions.ts'
export { listPage } from './lists/list.ts'
export { Action, callFlat, on, type Performer, split } from './operation/procedure.ts'
export { type Repetition, repeat } from './background/repeat.ts'
export { isApiKeySecret } from './crypto/secret.ts'
export type { ServiceSecrets } from './crypto/service-secrets.ts'
export { type ServiceOptions, servicesOf } from './operation/services.ts'
export { csrfTokenOf } from './session/session.entity.ts'
export type { ShownArtifact } from './oauth/put-artifact.ts'
export { implement, proceduresOf } from './operation/resource.ts'
export type { Message, Messages, Notice } from './realtime/messages.ts'
export { onStream, type StreamPerformer } from './operation/stream.ts'
export { asProblem, procedure, router, rpcError } from './operation/trpc.ts'
export { faultsIn, refused } from './validation/validation.ts'
export type { DeliveryQueue, QueueLag } from './webhooks/queue.ts'
export type { Delivery, Turn, Verdict } from './webhooks/turn.ts'
