/** Runs a statement on the database that is filled. */
export type Run = (text: string, values?: readonly unknown[]) => Promise<unknown>

/** What a database is filled with. */
export interface Filling {
  users: number
  /** Events of the log, spread evenly over the days that it keeps. */
  events: number
  /** The endpoint that the newer half of them were delivered to, one in a thousand without success. Default: none. */
  endpoint?: string
  /** The time of its end, in milliseconds. Default: the present. */
  now?: number
  /** How many of the oldest events expire from then on, and how many of them a second. They were delivered too. Default: none. */
  expiring?: { count: number; perSecond: number }
}

const DAY = 24 * 60 * 60 * 1_000
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** When the first user was made, and how long after it the next one, in milliseconds. */
const FIRST_USER = Date.parse('2025-01-01T00:00:00.000Z')
const USER_STEP = 20_000

/** How long the service keeps events, in milliseconds. */
const LIFETIME = 30 * DAY

/** How far back the log reaches, in milliseconds: nothing of it expires while it is measured. */
const LOG_LENGTH = 29 * DAY

/** Rows that one statement adds. */
const PIECE = 250_000

/** SQL: an identifier of a time in milliseconds, as the service makes them, with digits that follow from a number. */
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

/** One in twenty is called Ada, the first ten Needle; one in fifty is an administrator, one in a thousand suspended. */
const users = (those: string) => `
  insert into users (id, name, email, role, status, version, created_at, updated_at, email_key, search)
  select ${userId('n')}, name, email, case when n % 50 = 0 then 'admin' else 'viewer' end,
    case when n % 1000 = 1 then 'suspended' else 'active' end, 1, at, at, email, lower(name) || chr(10) || email
  from generate_series($1::bigint, $2) n
  cross join lateral (select ${moment(userTime('n'))} as at,
    (string_to_array('${GIVEN}', ' '))[n % 20 + 1] || ' ' || case when n <= 10 then 'Needle' else initcap(substr(md5(n::text), 1, 6)) end as name) named
  cross join lateral (select lower(replace(name, ' ', '.')) || n || '@example.com' as email) addressed
  where ${those}`

/** Three of four are changes of users; one in ten thousand is rare. */
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

/** Fills a database that the service has made its tables in, while no service runs on it. */
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

/** Adds the users with these numbers, of which only some may be meant. */
export const addUsers = (run: Run, from: number, to: number, those = 'true') =>
  inPieces(run, users(those), to, { from })

/** A stretch of the log: the event at place n happened at `start + n * step` milliseconds, to one of so many users. */
export interface Stretch {
  from: number
  to: number
  start: number
  step: number
  users: number
}

const addEvents = (run: Run, { from, to, ...stretch }: Stretch) =>
  inPieces(run, events('n'), to, { from, values: valuesOf(stretch) })

/** Adds events that have no place yet, as changes leave them. */
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

/** Leaves the tables as autovacuum would. */
export async function settle(run: Run): Promise<void> {
  for (const table of TABLES) await run(`vacuum (analyze) ${table}`)
}
