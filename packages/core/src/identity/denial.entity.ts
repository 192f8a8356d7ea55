import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/**
 * Access tokens that are not taken any more although they have not expired. Every process reads the new rows all the time and keeps
 * them in memory, so that a token is checked without asking the database.
 */
export const DenialEntity = defineEntity({
  name: 'Denial',
  tableName: 'denials',
  properties: {
    /** Whose tokens: `token:<jti>`, `grant:<id>`, `client:<client_id>` or `user:<user_id>`. */
    subject: p.text().primary().collation('C'),
    /** Of a user: tokens with a lower `credentials_version` are denied. Of anything else null: all are. */
    version: p.integer().strictNullable(),
    created_at: p.type(Instant),
    /** From when on no such token can be left. */
    expires_at: p.type(Instant),
  },
  indexes: [
    { name: 'denials_by_creation', properties: ['created_at'] },
    { name: 'denials_by_expiry', properties: ['expires_at'] },
  ],
})
