import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/** Answers that were given under an idempotency key, kept to be given again. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** Hash of caller, method, path and key. */
    id: p.text().primary().collation('C'),
    /** Hash of the request's body. */
    fingerprint: p.text(),
    /** The answer, sealed: it may hold a secret that is shown only once. */
    answer: p.text(),
    created_at: p.type(Instant),
  },
  indexes: [{ name: 'idempotency_keys_by_age', properties: ['created_at'] }],
})
