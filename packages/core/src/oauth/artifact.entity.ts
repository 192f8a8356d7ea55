import { defineEntity, p } from '@mikro-orm/core'
import { Instant } from '../data/types.ts'

/**
 * What the authorization server stores between two requests: codes, refresh tokens, device codes, pushed requests, sign-ins, grants, interactions, and marks
 * of single use. Identifiers are secrets of their holders, so a row is found by a hash, and its content is sealed.
 */
export const OAuthArtifactEntity = defineEntity({
  name: 'OAuthArtifact',
  tableName: 'oauth_artifacts',
  properties: {
    /** SHA-256 of kind and identifier. */
    id: p.text().primary().collation('C'),
    /** Such as `AuthorizationCode` or `RefreshToken`. */
    kind: p.text(),
    /** The content, sealed JSON. */
    payload: p.text(),
    /** The grant that the artifact belongs to and ends with. */
    grant_id: p.text().collation('C').strictNullable(),
    /** Hash of the code that a user types on the page of the device flow. */
    user_code: p.text().collation('C').strictNullable().unique('oauth_artifacts_user_code_unique'),
    /** Hash of the second identifier of a sign-in, which is not in its cookie. */
    uid: p.text().collation('C').strictNullable(),
    consumed_at: p.type(Instant).strictNullable(),
    /** For a device code: time of the last poll, and seconds that must pass before the next one. */
    polled_at: p.type(Instant).strictNullable(),
    poll_interval: p.integer().strictNullable(),
    /** Time after which it is not needed. It is later than the end of its use when a second use must still end the grant. */
    expires_at: p.type(Instant),
  },
  indexes: [
    {
      name: 'oauth_artifacts_by_grant',
      expression: `create index "oauth_artifacts_by_grant" on "oauth_artifacts" ("grant_id") where "grant_id" is not null`,
    },
    {
      name: 'oauth_artifacts_by_uid',
      expression: `create index "oauth_artifacts_by_uid" on "oauth_artifacts" ("uid") where "uid" is not null`,
    },
    { name: 'oauth_artifacts_by_expiry', properties: ['expires_at'] },
  ],
})
