import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/** Keys that sign tokens. The present one is the latest whose `signs_from` has passed; all of them are published. */
export const SigningKeyEntity = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    /** Thumbprint of the public key (RFC 7638), the `kid` of its tokens. */
    id: p.text().primary().collation('C'),
    /** The private key as a sealed JWK. */
    private_key: p.text(),
    signs_from: p.type(Instant),
    created_at: p.type(Instant),
  },
})
