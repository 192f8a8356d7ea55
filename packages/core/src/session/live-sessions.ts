import type { Principal } from '../contract/principal.ts'
import type { Database } from '../data/database.ts'
import { Conditions } from '../data/conditions.ts'
import type { Action } from '../operation/action.ts'
import type { ActiveSession, SessionType } from './sessions.contract.ts'

/** The columns of a session that are shown, or decide how the session ends. */
export interface SessionRow {
  id: string
  type: SessionType
  token_hash: string | null
  uid: string | null
  grant_id: string | null
  client_id: string | null
  scopes: string[] | null
  address: string | null
  user_agent: string | null
  created_at: string
  last_used_at: string
  expires_at: string
}

const COLUMNS = [
  'id', 'type', 'token_hash', 'uid', 'grant_id', 'client_id', 'scopes', 'address', 'user_agent', 'created_at', 'last_used_at', 'expires_at',
] as const satisfies (keyof SessionRow)[] // prettier-ignore

/**
 * SQL: whether a session can still be used at the time `$1`. Some sessions end with the credentials, artifacts and clients that they came from. A client that
 * nobody registered has an address as its identifier, and needs no row in `oauth_clients`.
 */
const IS_LIVE = `sessions.deleted_at is null and sessions.expires_at > $1
  and sessions.credentials_version = coalesce((select c.version from account_credentials c where c.account_id = sessions.user_id), 1)
  and (sessions.uid is null or exists (select from oauth_artifacts a where a.uid = sessions.uid))
  and (sessions.client_id is null or sessions.client_id like 'https://%'
    or exists (select from oauth_clients c where c.client_id = sessions.client_id and c.deleted_at is null))`

/** Returns the list of the sessions that a user can still use; it is empty for a caller that acts as no user. `now` is an ISO timestamp. */
export function liveSessionsOf(userId: string | null, now: string) {
  return { table: 'sessions', columns: COLUMNS, where: new Conditions(IS_LIVE, [now]).andEqual('user_id', userId) }
}

/** A session of the caller's user, which the user asks to end. */
export interface OwnSession extends SessionRow {
  user_id: string
  user_role: string
  /** The owner whose records the session's user sees. */
  owner: string
  deleted_at: string | null
}

const own = {
  name: 'session of user',
  text: `select ${COLUMNS.map((name) => `sessions.${name}`).join(', ')}, sessions.user_id, sessions.deleted_at, accounts.role as user_role, accounts.owner
    from sessions join accounts on accounts.id = sessions.user_id
    where sessions.id = $2 and sessions.user_id = $3 and (sessions.deleted_at is not null or (${IS_LIVE}))`,
}

/** Returns a session of a user that can still be used, or its tombstone after it was ended; undefined for none. `now` is an ISO timestamp. */
export async function findSession(action: Action<unknown>, id: string, userId: string | null, now: string) {
  const [row] = await action.query<OwnSession>(own, [now, id, userId])
  return row
}

const namesOfClients = {
  name: 'names of clients in sessions',
  text: `select client_id, name from oauth_clients where client_id in (select client_id from sessions where user_id = $1)`,
}

/** Returns the names of the OAuth clients in a user's sessions, by their identifiers. */
export async function clientNames(database: Database, userId: string | null): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ client_id: string; name: string }>(namesOfClients, [userId])
  return new Map(rows.map(({ client_id, name }) => [client_id, name]))
}

/** Returns a session as the contract shows it to its user. */
export function sessionRecord(row: SessionRow, caller: Principal, names: ReadonlyMap<string, string>): ActiveSession {
  const { id, type, created_at, last_used_at, expires_at, address, user_agent, client_id, scopes } = row
  const client = client_id === null ? null : { client_id, name: names.get(client_id) ?? unnamed(client_id) }
  const times = { created_at, last_used_at, expires_at }
  return { id, type, ...times, address, user_agent, client, scopes, current: isCurrent(row, caller) }
}

/** Returns a name for a client whose name is not known: it is not registered, or its grant is newer than the names that were read. */
const unnamed = (clientId: string) => URL.parse(clientId)?.host ?? clientId

/** Whether a caller's credential belongs to a session. */
export function isCurrent({ token_hash, grant_id }: SessionRow, { credential }: Principal): boolean {
  if (credential?.type === 'session') return credential.hash === token_hash
  return credential?.type === 'access_token' && credential.subjects.includes(`grant:${grant_id}`)
}
