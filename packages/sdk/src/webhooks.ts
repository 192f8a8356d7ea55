/** Webhooks: proving that a delivery is genuine, and signing one. */
export { WebhookVerificationError, type WebhookFault } from './webhooks/error.ts'
export type { EventName, WebhookEvent, WebhookEventOf } from './webhooks/event.ts'
export type { WebhookHeaders } from './webhooks/headers.ts'
export { type SignedHeaders, type SignOptions, signWebhook } from './webhooks/sign.ts'
export { type VerifyOptions, verifyWebhook } from './webhooks/verify.ts'
