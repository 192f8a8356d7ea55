import { defineEntity, p } from '@mikro-orm/core'

/** The credentials of accounts. An account has a row once it has a password, or once its credentials have been ended. */
export const AccountCredentialsEntity = defineEntity({
  name: 'AccountCredentials',
  tableName: 'account_credentials',
  properties: {
    account_id: p.text().primary().collation('C'),
    /** Raised by everything that ends earlier credentials: a suspension, a demotion, a deletion, a new password. 1 without a row. */
    version: p.integer(),
    /** argon2id hash of the password; null while there is none. */
    password_hash: p.text().strictNullable(),
    /**
     * Scopes that the caller who last gave the account a password had on the records of every owner. They stay when its owner changes the password. Null when
     * no caller gave one.
     */
    password_giver: p.json<string[]>().strictNullable(),
  },
})
