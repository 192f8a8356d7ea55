import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/** Responses to requests under an idempotency key, kept for repeated requests. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** Hash of caller, method, path and key. */
    id: p.text().primary().collation('C'),
    /** Hash of the request's body in rows of earlier versions, else empty. A short secret can be guessed from a hash, so the hash is sealed with the answer. */
    fingerprint: p.text(),
    /** The response with the hash of the request's body, sealed: a response may hold a secret that is shown only once. */
    answer: p.text(),
    created_at: p.type(Instant),
  },
  indexes: [{ name: 'idempotency_keys_by_age', properties: ['created_at'] }],
})
