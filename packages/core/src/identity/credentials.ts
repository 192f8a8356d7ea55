import { holds, type Power, seesAll } from '../contract/access.ts'
import type { Action } from '../operation/action.ts'
import { deny } from './deny.ts'
import { endSessions } from './end-sessions.ts'

const raise = {
  name: 'end credentials of account',
  text: `insert into account_credentials (account_id, version) values ($1, 2)
    on conflict (account_id) do update set version = account_credentials.version + 1
    returning version`,
}

/** Ends the sessions and access tokens of an account. Its password stays. */
export async function endCredentials({ transaction, time }: Action<unknown>, account: string): Promise<void> {
  const [row] = await transaction.query<{ version: number }>(raise, [account])
  await deny(transaction, { user: account, version: row!.version }, time)
  await endSessions(transaction, account)
}

const change = {
  name: 'change password of account',
  text: 'update account_credentials set password_hash = $2 where account_id = $1',
}

/**
 * Sets a password that the account's owner chose, as its hash, and ends its sessions and access tokens. The giver of the old password stays recorded,
 * because a caller who knew the old password may know this one.
 */
export async function changePassword(action: Action<unknown>, account: string, hash: string): Promise<void> {
  await endCredentials(action, account)
  await action.transaction.query(change, [account, hash])
}

const give = {
  name: 'give password to account',
  text: 'update account_credentials set password_hash = $2, password_giver = $3 where account_id = $1',
}

/**
 * Sets a password that another caller gives to an account, as its hash, and records the giver's scopes on the records of every owner. Ends the sessions and
 * access tokens of the account.
 */
export async function givePassword(action: Action<unknown>, account: string, hash: string): Promise<void> {
  const { principal, transaction } = action
  const scopes = seesAll(principal) ? [...principal.scopes] : []
  await endCredentials(action, account)
  await transaction.query(give, [account, hash, JSON.stringify(scopes)])
}

const forget = {
  name: 'end password of account',
  text: 'update account_credentials set password_hash = null, password_giver = null where account_id = $1',
}

/** Ends the password, sessions and access tokens of an account that is deleted. */
export async function endPassword(action: Action<unknown>, account: string): Promise<void> {
  await endCredentials(action, account)
  await action.transaction.query(forget, [account])
}

const giver = {
  name: 'giver of password',
  text: 'select password_giver from account_credentials where account_id = $1 and password_giver is not null',
}

/**
 * Ends the password, sessions and access tokens of an account when the giver of its password lacks the power that the account has now. Call it when that
 * power has grown, or is over the records of another owner.
 */
export async function endPasswordShortOf(action: Action<unknown>, account: string, power: Power): Promise<void> {
  const [row] = await action.transaction.query<{ password_giver: string[] }>(giver, [account])
  if (row && !holds(action.access.powerOfScopes(row.password_giver), power)) await endPassword(action, account)
}

const hashOfPassword = {
  name: 'password of account',
  text: 'select password_hash from account_credentials where account_id = $1',
}

/** Returns the hash of the password of an account, or undefined while there is none. */
export async function passwordHashOf({ transaction }: Action<unknown>, account: string): Promise<string | undefined> {
  const [row] = await transaction.query<{ password_hash: string | null }>(hashOfPassword, [account])
  return row?.password_hash ?? undefined
}
