import { idPrefixes, newId } from '../contract/ids.ts'
import type { Database } from '../data/database.ts'
import { type Caller, signedInFrom } from '../identity/signed-in-from.ts'
import { artifactKey } from './artifact-key.ts'

/** How an artifact appears among the sessions of its user. */
export type ShownArtifact = NewSignIn | NewGrant

interface Shown {
  user_id: string
  /** Version of the user's credentials at the time. */
  credentials_version: number
  /** The caller that gets it. */
  caller: Caller
}

/** A sign-in at the authorization server. */
interface NewSignIn extends Shown {
  type: 'sign_in'
  /** When the user entered the password, in milliseconds. */
  since: number
}

/** A grant to an app, which gets a refresh token for it. */
interface NewGrant extends Shown {
  type: 'grant'
  client_id: string
  scopes: readonly string[]
}

/** The columns of an artifact. */
export interface ArtifactRow {
  id: string
  kind: string
  payload: string
  grant_id: string | null
  user_code: string | null
  uid: string | null
  expires_at: string
}

const COLUMNS = 'id, kind, payload, grant_id, user_code, uid, expires_at'
const valuesUntil = (expiry: string) => `$1, $2, $3, $4, $5, $6, ${expiry}`
const VALUES = valuesUntil('$7::timestamptz')

// A used artifact stays used.
const ON_CONFLICT = `on conflict (id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
  user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`

const put = {
  name: 'oauth artifact put',
  text: `insert into oauth_artifacts (${COLUMNS}) values (${VALUES}) ${ON_CONFLICT} returning id`,
}

const isNewer = 'excluded.created_at > sessions.created_at'
const ofNewer = (column: string) =>
  `${column} = case when ${isNewer} then excluded.${column} else sessions.${column} end`

// A new entry of the password makes another session. A request in progress does not bring an ended session back.
const putSignIn = {
  name: 'oauth sign-in put',
  text: `with shown as (
      insert into sessions (id, type, user_id, credentials_version, address, user_agent, last_used_at, uid, expires_at, created_at)
      values ($8, 'sign_in', $9, $10, $11, $12, $13, $6, $7::timestamptz, $14)
      on conflict (uid) do update set last_used_at = excluded.last_used_at, expires_at = excluded.expires_at,
        created_at = excluded.created_at, ${['id', 'address', 'user_agent', 'deleted_at'].map(ofNewer).join(', ')}
        where sessions.deleted_at is null or ${isNewer}
      returning id)
    insert into oauth_artifacts (${COLUMNS}) select ${VALUES} from shown ${ON_CONFLICT} returning id`,
}

// Waits for a transaction that is ending the grant. A refresh token ends with its grant at the latest.
const untilGrantEnds = 'least($7::timestamptz, live.expires_at)'
const putRefreshToken = {
  name: 'oauth refresh token put',
  text: `with live as (select id, expires_at from oauth_artifacts where id = $14 for key share),
    shown as (
      insert into sessions (id, type, user_id, credentials_version, address, user_agent, created_at, last_used_at, grant_id, expires_at,
        client_id, scopes)
      select $8, 'grant', $9, $10::int, $11, $12, $13::timestamptz, $13::timestamptz, $4, ${untilGrantEnds}, $15, $16::jsonb from live
      on conflict (grant_id) do update set last_used_at = excluded.last_used_at, scopes = excluded.scopes,
        expires_at = greatest(sessions.expires_at, excluded.expires_at)
      returning id)
    insert into oauth_artifacts (${COLUMNS}) select ${valuesUntil(untilGrantEnds)} from live ${ON_CONFLICT} returning id`,
}

/**
 * Stores a new or changed artifact and, if it has one, its entry among the sessions of its user: both or neither. Returns false when that sign-in or grant
 * was ended. `time` is in milliseconds.
 */
export async function putArtifact(
  database: Database,
  row: ArtifactRow,
  shown: ShownArtifact | undefined,
  time: number,
): Promise<boolean> {
  const { id, kind, payload, grant_id, user_code, uid, expires_at } = row
  const values: unknown[] = [id, kind, payload, grant_id, user_code, uid, expires_at]
  if (!shown) return isStored(database.query(put, values))
  const { address, user_agent } = signedInFrom(shown.caller)
  const { user_id, credentials_version } = shown
  values.push(newId(idPrefixes.session, time), user_id, credentials_version, address, user_agent, iso(time))
  if (shown.type === 'sign_in') return isStored(database.query(putSignIn, [...values, iso(shown.since)]))
  const { client_id, scopes } = shown
  const grant = [artifactKey('Grant', grant_id!), client_id, JSON.stringify(scopes)]
  return isStored(database.query(putRefreshToken, [...values, ...grant]))
}

const isStored = async (rows: Promise<unknown[]>) => (await rows).length === 1

const iso = (time: number) => new Date(time).toISOString()
