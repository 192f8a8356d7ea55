import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/** Keys that tokens are signed with. The one that signs is the latest whose time has come; the others are published with it. */
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
