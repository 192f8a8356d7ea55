import { randomBytes } from 'node:crypto'

/** Bytes of a secret: Standard Webhooks asks for 24 to 64. */
const LENGTH = 32

/** A new secret that signs deliveries: `whsec_` and random bytes in base64 (Standard Webhooks, "Signature scheme"). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(LENGTH).toString('base64')}`
}
