import { createHash, createHmac } from 'node:crypto'
import type { Database } from '../data/database.ts'
import { untilItEnds } from '../data/retry.ts'
import { deny } from '../identity/deny.ts'
import { createSealer } from '../sealer.ts'
import { keysFrom, type ServiceSecrets } from '../service-secrets.ts'

/** Content of an artifact: a JSON object. */
export type ArtifactPayload = Record<string, unknown>

/** An artifact with what finds it beside its identifier. */
export interface NewArtifact {
  payload: ArtifactPayload
  grantId?: string | undefined
  userCode?: string | undefined
  uid?: string | undefined
  /** Seconds until it expires. */
  lifetime: number
}

/** An artifact as it was found. */
export interface Artifact {
  payload: ArtifactPayload
  /** When it was used up, in milliseconds; undefined while it can be used. */
  consumedAt: number | undefined
}

interface Row {
  payload: string
  consumed_at: string | null
}

// What is consumed stays so, and a mark of single use stays until it has expired.
const put = {
  name: 'oauth artifact put',
  text: `insert into oauth_artifacts (id, kind, payload, grant_id, user_code, uid, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id) do update set payload = excluded.payload, grant_id = excluded.grant_id, user_code = excluded.user_code,
      uid = excluded.uid, expires_at = excluded.expires_at`,
}

const mark = {
  name: 'oauth artifact mark',
  text: `insert into oauth_artifacts (id, kind, payload, expires_at) values ($1, $2, $3, $4)
    on conflict (id) do update set expires_at = excluded.expires_at where oauth_artifacts.expires_at <= $5 returning id`,
}

const columns = 'select payload, consumed_at from oauth_artifacts'
const byId = { name: 'oauth artifact by id', text: `${columns} where id = $1` }
const byUid = { name: 'oauth artifact by uid', text: `${columns} where uid = $1 order by expires_at desc limit 1` }
const byUserCode = { name: 'oauth artifact by user code', text: `${columns} where user_code = any($1)` }

// Of two that do this at once, the second waits for the first and then finds nothing to change.
const consume = {
  name: 'oauth artifact consume',
  text: `with consumed as (update oauth_artifacts set consumed_at = $2 where id = $1 and consumed_at is null returning id)
    select grant_id, exists (select from consumed) as is_first from oauth_artifacts where id = $1`,
}

/** How much earlier than it should, in milliseconds, a poll may arrive: the network delays one more than the next. */
const LENIENCY = 500

const poll = {
  name: 'oauth artifact poll',
  text: `with before as (
      select id, polled_at + make_interval(secs => poll_interval) - interval '${LENIENCY} milliseconds' > $2 as is_early, coalesce(poll_interval, $3) as seconds
      from oauth_artifacts where id = $1 for update)
    update oauth_artifacts a set polled_at = $2, poll_interval = before.seconds + case when is_early then $4 else 0 end
    from before where a.id = before.id returning coalesce(is_early, false) as is_early`,
}

const remove = { name: 'oauth artifact remove', text: 'delete from oauth_artifacts where id = $1' }
const removeGrant = { name: 'oauth artifacts of grant remove', text: 'delete from oauth_artifacts where grant_id = $1' }

/** Stores what the authorization server keeps. The same secrets give the same store in every process. */
export function oauthArtifacts(database: Database, secrets: ServiceSecrets, now: () => number) {
  const sealer = createSealer(secrets, 'oauth-artifact')
  const userCodeKeys = keysFrom(secrets, 'oauth-user-code')
  // A user code is short enough to be guessed from a plain hash.
  const hashesOfUserCode = (code: string) =>
    userCodeKeys.map((key) => createHmac('sha256', key).update(code).digest('base64url'))
  const later = (seconds: number) => iso(now() + seconds * 1_000)

  async function read(
    statement: { name: string; text: string },
    key: string | string[],
  ): Promise<Artifact | undefined> {
    const [row] = await database.query<Row>(statement, [key])
    return row && { payload: open(row.payload), consumedAt: row.consumed_at ? Date.parse(row.consumed_at) : undefined }
  }

  const open = (sealed: string) => JSON.parse(sealer.unseal(sealed)) as ArtifactPayload

  /** Ends a grant: what it gave is deleted, and its access tokens are denied. */
  async function endGrant(grantId: string): Promise<void> {
    await untilItEnds(async () => {
      const transaction = database.transaction()
      try {
        await transaction.query(removeGrant, [grantId])
        await deny(transaction, { grant: grantId }, now())
        await transaction.commit()
      } finally {
        await transaction.rollback()
      }
    })
  }

  return {
    endGrant,

    /** Stores an artifact, new or changed. */
    async put(kind: string, id: string, { payload, grantId, userCode, uid, lifetime }: NewArtifact): Promise<void> {
      const code = userCode === undefined ? null : hashesOfUserCode(userCode)[0]!
      const sealed = sealer.seal(JSON.stringify(payload))
      const values = [grantId ?? null, code, uid === undefined ? null : hashOf(kind, uid), later(lifetime)]
      await database.query(put, [hashOf(kind, id), kind, sealed, ...values])
    },

    find: (kind: string, id: string) => read(byId, hashOf(kind, id)),
    findByUid: (kind: string, uid: string) => read(byUid, hashOf(kind, uid)),
    findByUserCode: (userCode: string) => read(byUserCode, hashesOfUserCode(userCode)),

    /** Uses an artifact up. False for all but the first; then the grant of what was used twice has ended too (RFC 6749, sections 4.1.2 and 10.4). */
    async consume(kind: string, id: string): Promise<boolean> {
      const values = [hashOf(kind, id), iso(now())]
      const [row] = await database.query<{ grant_id: string | null; is_first: boolean }>(consume, values)
      if (row?.is_first) return true
      if (row?.grant_id) await endGrant(row.grant_id)
      return false
    },

    /** Notes that something was used, for `lifetime` seconds. False when that has been noted before. */
    async markOnce(kind: string, id: string, payload: ArtifactPayload, lifetime: number): Promise<boolean> {
      const sealed = sealer.seal(JSON.stringify(payload))
      const rows = await database.query(mark, [hashOf(kind, id), kind, sealed, later(lifetime), iso(now())])
      return rows.length === 1
    },

    /**
     * Notes that somebody asks whether an artifact is ready. True when less than its interval has passed since the last time; the
     * interval is `interval` seconds at first, and `penalty` seconds longer each time that happens.
     */
    async pollsTooSoon(kind: string, id: string, interval: number, penalty: number): Promise<boolean> {
      const values = [hashOf(kind, id), iso(now()), interval, penalty]
      const [row] = await database.query<{ is_early: boolean }>(poll, values)
      return row?.is_early ?? false
    },

    async remove(kind: string, id: string): Promise<void> {
      await database.query(remove, [hashOf(kind, id)])
    },
  }
}

export type OAuthArtifacts = ReturnType<typeof oauthArtifacts>

const iso = (time: number) => new Date(time).toISOString()

/** Identifiers have 256 random bits, so no salt is needed. */
const hashOf = (kind: string, id: string) => createHash('sha256').update(`${kind}:${id}`).digest('base64url')
