import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto'
import type { Sealer } from './context.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/** A text was sealed with another secret, or has been changed since. */
export class SealedOtherwise extends Error {
  override readonly name = 'SealedOtherwise'

  constructor(cause: unknown) {
    super(
      'The keys in the database were sealed with another secret than ROSTER_SECRET. Set it to the one that the database was first used with.',
      { cause },
    )
  }
}

/** A sealer whose texts cannot be read without the secret (AES-256-GCM). `purpose` keeps the keys of different uses apart. */
export function createSealer(secret: Uint8Array, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

  return {
    seal(text) {
      const nonce = randomBytes(NONCE_LENGTH)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_LENGTH))
      decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH))
      const text = decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH), undefined, 'utf8')
      return text + rest(decipher)
    },
  }
}

/** The end of a text, whose tag is checked with it. */
function rest(decipher: DecipherGCM): string {
  try {
    return decipher.final('utf8')
  } catch (error) {
    throw new SealedOtherwise(error)
  }
}
