import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/** Used DPoP proofs: each is accepted once by all processes together (RFC 9449, section 11.1). */
export const SpentProofEntity = defineEntity({
  name: 'SpentProof',
  tableName: 'spent_proofs',
  properties: {
    /** Hash of the proof's key and `jti`. */
    id: p.text().primary().collation('C'),
    /** Time after which the proof is too old to be accepted. */
    expires_at: p.type(Instant),
  },
  indexes: [{ name: 'spent_proofs_by_expiry', properties: ['expires_at'] }],
})
