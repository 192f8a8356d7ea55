import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SealedPurpose } from './sealed-columns.ts'
import { keysFrom, type ServiceSecrets } from './service-secrets.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/** A text was sealed with another secret, or has been changed since. */
export class SealedOtherwise extends Error {
  override readonly name = 'SealedOtherwise'

  constructor() {
    super(
      'The keys in the database were sealed with another secret than the one that was given. Give the one that the database was last used with; to replace that one, both: new,old.',
    )
  }
}

/** Seals texts, which only this service can open. */
export interface Sealer {
  seal(text: string): string
  /** Returns the text that was given to `seal`. Throws for any other text. */
  unseal(sealed: string): string
}

/** A sealer with several secrets, the first of which seals. */
export interface ServiceSealer extends Sealer {
  /** Returns a sealed text sealed again with the first secret; undefined when it is already. Throws `SealedOtherwise`. */
  reseal(sealed: string): string | undefined
}

/** Returns a sealer that uses AES-256-GCM. `purpose` separates the keys of different uses. */
export function createSealer(secrets: ServiceSecrets, purpose: SealedPurpose): ServiceSealer {
  const keys = keysFrom(secrets, purpose)

  function find(sealed: string): { text: string; key: Buffer } {
    for (const key of keys) {
      const text = opened(sealed, key)
      if (text !== undefined) return { text, key }
    }
    throw new SealedOtherwise()
  }

  return {
    seal: (text) => sealedWith(keys[0], text),
    unseal: (sealed) => find(sealed).text,
    reseal(sealed) {
      const { text, key } = find(sealed)
      return key === keys[0] ? undefined : sealedWith(keys[0], text)
    },
  }
}

function sealedWith(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_LENGTH)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Returns the text that was sealed with this key; undefined for any other text. */
function opened(sealed: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < NONCE_LENGTH + TAG_LENGTH) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_LENGTH))
  decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH))
  const text = decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH), undefined, 'utf8')
  try {
    return text + decipher.final('utf8')
  } catch {
    return undefined
  }
}
