import { createHmac } from 'node:crypto'
import type { Database } from '../data/database.ts'
import { inTransaction } from '../data/in-transaction.ts'
import { untilItEnds } from '../data/retry.ts'
import type { Transaction } from '../data/transaction.ts'
import { createSealer } from '../crypto/sealer.ts'
import { keysFrom, type ServiceSecrets } from '../crypto/service-secrets.ts'
import { endSessionOfSignIn } from '../identity/end-sessions.ts'
import { artifactKey } from './artifact-key.ts'
import { endGrant } from './end-grant.ts'
import { endSignIn } from './end-sign-in.ts'
import { putArtifact, type ShownArtifact } from './put-artifact.ts'
import { rememberedGrants } from './remembered-grants.ts'

/** The content of an artifact: a JSON object. */
export type ArtifactPayload = Record<string, unknown>

/** An artifact to be stored, with what else it is found by. */
export interface NewArtifact {
  payload: ArtifactPayload
  grantId?: string | undefined
  userCode?: string | undefined
  uid?: string | undefined
  /** Seconds until it expires. */
  lifetime: number
  /** How it appears among the sessions of its user; undefined when it does not. */
  shown?: ShownArtifact | undefined
}

/** An artifact that was found. */
export interface Artifact {
  payload: ArtifactPayload
  /** When it was used, in milliseconds; undefined while it is unused. */
  consumedAt: number | undefined
}

interface Row {
  payload: string
  consumed_at: string | null
}

// A mark of single use stays until it expires.
const mark = {
  name: 'oauth artifact mark',
  text: `insert into oauth_artifacts (id, kind, payload, expires_at) values ($1, $2, $3, $4)
    on conflict (id) do update set expires_at = excluded.expires_at where oauth_artifacts.expires_at <= $5 returning id`,
}

const columns = 'select payload, consumed_at from oauth_artifacts'
const byId = { name: 'oauth artifact by id', text: `${columns} where id = $1` }
const byUid = { name: 'oauth artifact by uid', text: `${columns} where uid = $1 order by expires_at desc limit 1` }
const byUserCode = { name: 'oauth artifact by user code', text: `${columns} where user_code = any($1)` }

// Of two statements at the same time, the second waits for the first and then finds nothing to change. A used artifact is kept for a day after its expiry,
// because a second use ends its grant.
const consume = {
  name: 'oauth artifact consume',
  text: `with consumed as (
      update oauth_artifacts set consumed_at = $2,
        expires_at = expires_at + case when grant_id is null then interval '0' else interval '1 day' end
      where id = $1 and consumed_at is null returning id)
    select grant_id, exists (select from consumed) as is_first from oauth_artifacts where id = $1`,
}

/** How much too early a poll may arrive, in milliseconds: the network may delay one poll more than the next. */
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
const grantsOf = {
  name: 'grants of user and client',
  text: 'select grant_id from sessions where user_id = $1 and client_id = $2 and grant_id is not null',
}
const signInsOf = {
  name: 'sign-ins of user',
  text: 'select payload from oauth_artifacts where uid in (select uid from sessions where user_id = $1)',
}
const hideGrant = { name: 'session of grant remove', text: 'delete from sessions where grant_id = $1' }

/** Returns the store of the authorization server. Processes with the same secrets share its content. */
export function oauthArtifacts(database: Database, secrets: ServiceSecrets, now: () => number) {
  const sealer = createSealer(secrets, 'oauth-artifact')
  const userCodeKeys = keysFrom(secrets, 'oauth-user-code')
  // A user code is so short that it could be guessed from a plain hash.
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

  const change = (work: (transaction: Transaction) => Promise<void>): Promise<void> =>
    untilItEnds(() => inTransaction(database, work))

  async function endOne(transaction: Transaction, grantId: string): Promise<void> {
    await endGrant(transaction, grantId, now())
    await transaction.query(hideGrant, [grantId])
  }

  /** Ends a grant with all its codes and tokens. */
  const end = (grantId: string) => change((transaction) => endOne(transaction, grantId))

  /** Ends a sign-in, and returns the sealed contents of its artifacts. */
  async function leave(transaction: Transaction, uid: string): Promise<string[]> {
    const key = artifactKey('Session', uid)
    await endSessionOfSignIn(transaction, key, now())
    return endSignIn(transaction, key)
  }

  return {
    endGrant: end,

    /** Ends the grants of a user to a client: those that appear among the user's sessions, and those that the user's sign-ins remember. */
    async endGrantsOf(userId: string, clientId: string): Promise<void> {
      const shown = await database.query<{ grant_id: string }>(grantsOf, [userId, clientId])
      const signIns = await database.query<{ payload: string }>(signInsOf, [userId])
      const remembered = signIns.flatMap(({ payload }) => rememberedGrants(open(payload)).get(clientId) ?? [])
      for (const grantId of new Set([...shown.map(({ grant_id }) => grant_id), ...remembered])) await end(grantId)
    },

    /** Ends a sign-in. A request in progress cannot store it again. Grants to apps stay. */
    endSignIn: (uid: string) => change(async (transaction) => void (await leave(transaction, uid))),

    /** Ends a sign-in together with the grants that were made through it: all or nothing. */
    signOut: (uid: string) =>
      change(async (transaction) => {
        const contents = await leave(transaction, uid)
        const grants = contents.flatMap((content) => Array.from(rememberedGrants(open(content)).values()))
        for (const grantId of new Set(grants)) await endOne(transaction, grantId)
      }),

    /** Stores a new or changed artifact. Returns false, and stores nothing, when the session that it belongs to was ended. */
    put(kind: string, id: string, { payload, grantId, userCode, uid, lifetime, shown }: NewArtifact): Promise<boolean> {
      const row = {
        id: artifactKey(kind, id),
        kind,
        payload: sealer.seal(JSON.stringify(payload)),
        grant_id: grantId ?? null,
        user_code: userCode === undefined ? null : hashesOfUserCode(userCode)[0]!,
        uid: uid === undefined ? null : artifactKey(kind, uid),
        expires_at: later(lifetime),
      }
      return putArtifact(database, row, shown, now())
    },

    find: (kind: string, id: string) => read(byId, artifactKey(kind, id)),
    findByUid: (kind: string, uid: string) => read(byUid, artifactKey(kind, uid)),
    findByUserCode: (userCode: string) => read(byUserCode, hashesOfUserCode(userCode)),

    /** Uses an artifact. Returns true for the first use only; a second one ends its grant (RFC 6749, sections 4.1.2 and 10.4). */
    async consume(kind: string, id: string): Promise<boolean> {
      const values = [artifactKey(kind, id), iso(now())]
      const [row] = await database.query<{ grant_id: string | null; is_first: boolean }>(consume, values)
      if (row?.is_first) return true
      if (row?.grant_id) await end(row.grant_id)
      return false
    },

    /** Records a single use for `lifetime` seconds. Returns false when it was recorded before. */
    async markOnce(kind: string, id: string, payload: ArtifactPayload, lifetime: number): Promise<boolean> {
      const sealed = sealer.seal(JSON.stringify(payload))
      const rows = await database.query(mark, [artifactKey(kind, id), kind, sealed, later(lifetime), iso(now())])
      return rows.length === 1
    },

    /**
     * Records a poll for an artifact. Returns true when it came too soon after the last one. The required interval is `interval` seconds at first, and
     * `penalty` seconds longer after each such poll.
     */
    async pollsTooSoon(kind: string, id: string, interval: number, penalty: number): Promise<boolean> {
      const values = [artifactKey(kind, id), iso(now()), interval, penalty]
      const [row] = await database.query<{ is_early: boolean }>(poll, values)
      return row?.is_early ?? false
    },

    async remove(kind: string, id: string): Promise<void> {
      await database.query(remove, [artifactKey(kind, id)])
    },
  }
}

/** The store of the authorization server for grants, codes, tokens and sign-ins. */
export type OAuthArtifacts = ReturnType<typeof oauthArtifacts>

const iso = (time: number) => new Date(time).toISOString()
