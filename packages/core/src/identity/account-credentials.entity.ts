import { defineEntity, p } from '@mikro-orm/core'

/** What accounts sign in with. An account has a row once it has a password, or once something that it was given has ended. */
export const AccountCredentialsEntity = defineEntity({
  name: 'AccountCredentials',
  tableName: 'account_credentials',
  properties: {
    account_id: p.text().primary().collation('C'),
    /** Goes up with whatever ends the credentials that were given before: a suspension, a demotion, a deletion, a new password. 1 without a row. */
    version: p.integer(),
    /** argon2id hash of the password; null while there is none. */
    password_hash: p.text().strictNullable(),
    /** Scopes of who gave the password to somebody else; null for one that nobody was given. */
    password_giver: p.json<string[]>().strictNullable(),
  },
})
