import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/** Answers that were given under an idempotency key, kept to be given again. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** Hash of caller, method, path and key. */
    id: p.text().primary().collation('C'),
    /** Hash of the request's body in rows of earlier versions, else empty: a short secret can be guessed from one, so it is sealed with the answer. */
    fingerprint: p.text(),
    /** The answer with the hash of the request's body, sealed: it may hold a secret that is shown only once. */
    answer: p.text(),
    created_at: p.type(Instant),
  },
  indexes: [{ name: 'idempotency_keys_by_age', properties: ['created_at'] }],
})
