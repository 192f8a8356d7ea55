import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/** DPoP proofs that were used: each is taken once, by whichever process (RFC 9449, section 11.1). */
export const SpentProofEntity = defineEntity({
  name: 'SpentProof',
  tableName: 'spent_proofs',
  properties: {
    /** Hash of the key that made the proof, and of its `jti`. */
    id: p.text().primary().collation('C'),
    /** From when on the proof is too old to be taken anyway. */
    expires_at: p.type(Instant),
  },
  indexes: [{ name: 'spent_proofs_by_expiry', properties: ['expires_at'] }],
})
