import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Signer } from './context.ts'

const MAC_LENGTH = 16

/**
 * A signer whose texts no one can make without the secret. `purpose` keeps the texts of one use from being taken for those of
 * another. A text is base64url of an HMAC-SHA-256, cut to 128 bits, and the content.
 */
export function createSigner(secret: Uint8Array, purpose: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const mac = (content: Uint8Array) => createHmac('sha256', key).update(content).digest().subarray(0, MAC_LENGTH)

  return {
    sign(content) {
      const bytes = Buffer.from(content)
      return Buffer.concat([mac(bytes), bytes]).toString('base64url')
    },
    open(signed) {
      const bytes = Buffer.from(signed, 'base64url')
      // Buffer skips what is not base64url, so a text is genuine only when it reads back as it was.
      if (bytes.length <= MAC_LENGTH || bytes.toString('base64url') !== signed) return undefined
      const content = bytes.subarray(MAC_LENGTH)
      return timingSafeEqual(bytes.subarray(0, MAC_LENGTH), mac(content)) ? content.toString() : undefined
    },
  }
}
