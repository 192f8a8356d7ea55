import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/**
 * Denials of access tokens that have not expired. Every process keeps them in memory and reads new rows all the time, so that checking a token takes no
 * query.
 */
export const DenialEntity = defineEntity({
  name: 'Denial',
  tableName: 'denials',
  properties: {
    /** The denied tokens: `token:<jti>`, `grant:<id>`, `client:<client_id>` or `user:<user_id>`. */
    subject: p.text().primary().collation('C'),
    /** For a user, tokens with a lower `credentials_version` are denied. Otherwise null: all tokens are. */
    version: p.integer().strictNullable(),
    created_at: p.type(Instant),
    /** Time after which all these tokens have expired. */
    expires_at: p.type(Instant),
  },
  indexes: [
    { name: 'denials_by_creation', properties: ['created_at'] },
    { name: 'denials_by_expiry', properties: ['expires_at'] },
  ],
})
