import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysFrom, type ServiceSecrets } from './service-secrets.ts'

const MAC_LENGTH = 16

/** Signs texts, and opens the texts that it signed. */
export interface Signer {
  /** Returns a signed text with this content. */
  sign(content: string): string
  /** Returns the content of a signed text; undefined for any other text. */
  open(signed: string): string | undefined
}

/**
 * Returns a signer with these secrets. `purpose` keeps texts of one use from being accepted in another. A signed text is base64url of an HMAC-SHA-256, cut
 * to 128 bits, followed by the content.
 */
export function createSigner(secrets: ServiceSecrets, purpose: string): Signer {
  const keys = keysFrom(secrets, purpose)
  const mac = (content: Uint8Array, key = keys[0]) =>
    createHmac('sha256', key).update(content).digest().subarray(0, MAC_LENGTH)

  return {
    sign(content) {
      const bytes = Buffer.from(content)
      return Buffer.concat([mac(bytes), bytes]).toString('base64url')
    },
    open(signed) {
      const bytes = Buffer.from(signed, 'base64url')
      // Buffer ignores characters outside base64url, so a text is genuine only when it encodes back to itself.
      if (bytes.length <= MAC_LENGTH || bytes.toString('base64url') !== signed) return undefined
      const [given, content] = [bytes.subarray(0, MAC_LENGTH), bytes.subarray(MAC_LENGTH)]
      return keys.some((key) => timingSafeEqual(given, mac(content, key))) ? content.toString() : undefined
    },
  }
}
