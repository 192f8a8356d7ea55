/** Webhooks: verification and signing of deliveries. */
export type { Actor } from './core/actor.ts'
export type { EventName, RosterEvent, RosterEventOf } from './core/event.ts'
export { WebhookVerificationError, type WebhookFault } from './webhooks/error.ts'
export type { WebhookHeaders } from './webhooks/headers.ts'
export { type SignedHeaders, type SignOptions, signWebhook } from './webhooks/sign.ts'
export { type VerifyOptions, verifyWebhook } from './webhooks/verify.ts'
