import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysFrom, type ServiceSecrets } from './service-secrets.ts'

const MAC_LENGTH = 16

/** Makes and checks opaque texts that nobody else can make. */
export interface Signer {
  /** `content` as an opaque text. */
  sign(content: string): string
  /** The content of a text that `sign` made; undefined for any other. */
  open(signed: string): string | undefined
}

/**
 * A signer whose texts no one can make without a secret. `purpose` keeps the texts of one use from being taken for those of
 * another. A text is base64url of an HMAC-SHA-256, cut to 128 bits, and the content.
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
      // Buffer skips what is not base64url, so a text is genuine only when it reads back as it was.
      if (bytes.length <= MAC_LENGTH || bytes.toString('base64url') !== signed) return undefined
      const [given, content] = [bytes.subarray(0, MAC_LENGTH), bytes.subarray(MAC_LENGTH)]
      return keys.some((key) => timingSafeEqual(given, mac(content, key))) ? content.toString() : undefined
    },
  }
}
