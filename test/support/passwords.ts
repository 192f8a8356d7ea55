import type { Database } from '@roster/core'

/** The password of the tests' accounts. */
export const PASSWORD = 'correct horse battery staple'

/** The argon2id hash of `PASSWORD`. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$CUdBbMwBrBm7vk07Y86kPw$0Xvmn3Th6G3WhvWZVfteCyNzcQe4aQJotd+//PWnLOc'

const text = `insert into account_credentials (account_id, version, password_hash) select id, 1, $1 from accounts where id = any($2)
  on conflict (account_id) do update set password_hash = excluded.password_hash`

/** Sets the password of accounts directly in the database. Default: `PASSWORD`. */
export async function givePassword(
  database: Database,
  accounts: readonly string[],
  hash = PASSWORD_HASH,
): Promise<void> {
  await database.query({ text }, [hash, accounts])
}
