import { randomBytes } from 'node:crypto'

/** Bytes of a secret: Standard Webhooks asks for 24 to 64. */
const LENGTH = 32

const PREFIX = 'whsec_'

/** Returns a new secret that signs deliveries: `whsec_` and random bytes in base64 (Standard Webhooks, "Signature scheme"). */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(LENGTH).toString('base64')
}

/** Returns the bytes of a secret, which are the key of the signature. */
export function signingKeyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}
