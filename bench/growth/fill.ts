/** Runs a statement on the database, and resolves to its rows. */
export type Run = (text: string, values?: readonly unknown[]) => Promise<unknown>

/** The data with which a database is filled. */
export interface Filling {
  users: number
  /** Number of events, spread evenly over `LOG_LENGTH`. */
  events: number
  /** Endpoint to which the newer half of the events was delivered; one delivery in a thousand failed. Default: none. */
  endpoint?: string
  /** Time at which the log ends, in milliseconds. Default: now. */
  now?: number
  /** Number of the oldest events, which expire from `now` on, and how many expire per second. They were delivered too. Default: none. */
  expiring?: { count: number; perSecond: number }
}

const DAY = 24 * 60 * 60 * 1_000
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creation time of the first user, and time between two users, in milliseconds. */
const FIRST_USER = Date.parse('2025-01-01T00:00:00.000Z')
const USER_STEP = 20_000

/** How long the service keeps events, in milliseconds. */
const LIFETIME = 30 * DAY

/** Length of the log, in milliseconds: short enough that no event expires during the measurement. */
const LOG_LENGTH = 29 * DAY

/** Number of rows that one statement adds. */
const PIECE = 250_000

/** SQL: an identifier as the service makes it, for a time in milliseconds. Its random part is derived from a number. */
const idOf = (prefix: string, time: string, number: string) =>
  `'${prefix}_' || ${Array.from({ length: 10 }, (_, place) => digit(`${time} >> ${5 * (9 - place)}`)).join(' || ')} || ${tail(`'${prefix}' || ${number}`)}`

const digit = (value: string) => `substr('${ALPHABET}', ((${value}) & 31)::int + 1, 1)`
const tail = (text: string) => `upper(substr(md5(${text}), 1, 16))`
const moment = (time: string) => `timestamptz 'epoch' + (${time}) * interval '1 millisecond'`

const userTime = (number: string) => `(${FIRST_USER} + (${number}) * ${USER_STEP})`

/** SQL: the identifier of the user with a number, from 1 on. */
export const userId = (number: string) => idOf('usr', userTime(number), `(${number})`)

const GIVEN =
  'Ada Alan Anita Barbara Chen Dana Edsger Frances Grace Hedy Ivan Jean Ken Linus Margaret Niklaus Olga Radia Yuki Zoe'

/** SQL that adds users: one in twenty has the first name Ada, the first ten the last name Needle; one in 50 is an admin, one in 1,000 suspended. */
const users = (those: string) => `
  insert into users (id, name, email, role, status, version, created_at, updated_at, email_key, search)
  select ${userId('n')}, name, email, case when n % 50 = 0 then 'admin' else 'viewer' end,
    case when n % 1000 = 1 then 'suspended' else 'active' end, 1, at, at, email, lower(name) || chr(10) || email
  from generate_series($1::bigint, $2) n
  cross join lateral (select ${moment(userTime('n'))} as at,
    (string_to_array('${GIVEN}', ' '))[n % 20 + 1] || ' ' || case when n <= 10 then 'Needle' else initcap(substr(md5(n::text), 1, 6)) end as name) named
  cross join lateral (select lower(replace(name, ' ', '.')) || n || '@example.com' as email) addressed
  where ${those}`

/** SQL that adds events: four in five are `user.updated`; one in ten thousand has the rare type `user.suspended`. */
const events = (place: 'n' | 'null::bigint') => `
  insert into events (id, event, user_id, actor, data, created_at, seq)
  select ${idOf('evt', 'ms', 'n')}, event, owner, '{"type":"api_key","id":"key_01KAJQ7W5M8XV2R4T6Y9B3D501"}',
    case when event = 'user.deleted' then json_build_object('id', owner) else json_build_object('id', owner,
      'name', 'Grace ' || initcap(substr(md5(n::text), 1, 6)), 'email', 'grace.' || n || '@example.com', 'role', 'viewer', 'status', 'active',
      'version', 2, 'created_at', '2025-01-01T00:00:00.000Z', 'updated_at', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end, at, ${place}
  from generate_series($1::bigint, $2) n
  cross join lateral (select $3::bigint + floor(n * $4::float8)::bigint as ms, n * 7919 % $5::bigint + 1 as number) placed
  cross join lateral (select ${moment('ms')} as at, ${userId('number')} as owner,
    case when n % 10000 = 0 then 'user.suspended' when n % 20 = 0 then 'user.deleted' when n % 5 = 0 then 'user.created' else 'user.updated' end as event) named`

const deliveries = `
  insert into webhook_deliveries (id, endpoint_id, event_id, event, seq, status, attempts, failures, next_attempt_at, created_at)
  select 'dlv_' || substr(id, 5, 10) || upper(substr(encode(sha256(convert_to(id || $3, 'UTF8')), 'hex'), 1, 16)), $3, id, event, seq,
    case when seq % 1000 = 0 then 'failed' else 'succeeded' end,
    jsonb_build_array(jsonb_build_object('at', created_at, 'error', null, 'status_code', 204, 'duration_ms', 12)), 0, null, created_at
  from events where seq between $1 and $2`

const keys = `
  insert into idempotency_keys (id, fingerprint, answer, created_at)
  select 'kept-' || md5(n::text), md5(n::text), repeat(md5(n::text), 12), now() - interval '23 hours' * n / $2
  from generate_series($1::bigint, $2) n`

/** Fills a database. A service must have created the tables, and no service may run on the database meanwhile. */
export async function fill(
  run: Run,
  { users: count, events: length, endpoint, now = Date.now(), expiring }: Filling,
): Promise<void> {
  await addUsers(run, 1, count)
  await inPieces(run, keys, count)
  const { count: old, perSecond } = expiring ?? { count: 0, perSecond: 1 }
  await addEvents(run, { from: 1, to: old, start: now - LIFETIME, step: 1_000 / perSecond, users: count })
  const step = LOG_LENGTH / (length - old)
  await addEvents(run, { from: old + 1, to: length, start: now - LOG_LENGTH - old * step, step, users: count })
  const from = expiring ? 1 : Math.ceil(length / 2)
  if (endpoint) await inPieces(run, deliveries, length, { values: [endpoint], from })
  await run(`update event_log set head = $1, xid = pg_current_xact_id()`, [length])
}

/** Adds the users with these numbers. `those` is an SQL condition on the number `n` that selects some of them; default: all. */
export const addUsers = (run: Run, from: number, to: number, those = 'true') =>
  inPieces(run, users(those), to, { from })

/** A stretch of the log. Event n has the time `start + n * step`, in milliseconds, and is about one of `users` users. */
export interface Stretch {
  from: number
  to: number
  start: number
  step: number
  users: number
}

const addEvents = (run: Run, { from, to, ...stretch }: Stretch) =>
  inPieces(run, events('n'), to, { from, values: valuesOf(stretch) })

/** Adds events without a position in the log, as they are right after a change. */
export const addWaiting = (run: Run, { from, to, ...stretch }: Stretch) =>
  inPieces(run, events('null::bigint'), to, { from, values: valuesOf(stretch) })

const valuesOf = ({ start, step, users: count }: Omit<Stretch, 'from' | 'to'>) => [Math.round(start), step, count]

async function inPieces(
  run: Run,
  text: string,
  to: number,
  { from = 1, values = [] as unknown[] } = {},
): Promise<void> {
  for (let first = from; first <= to; first += PIECE)
    await run(text, [first, Math.min(to, first + PIECE - 1), ...values])
}

const TABLES = ['users', 'events', 'webhook_deliveries', 'idempotency_keys', 'event_log']

/** Vacuums and analyzes the tables, as autovacuum would. */
export async function settle(run: Run): Promise<void> {
  for (const table of TABLES) await run(`vacuum (analyze) ${table}`)
}
