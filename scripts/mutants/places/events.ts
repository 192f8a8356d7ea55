import { breaking, onServer, type Mutant } from '../mutant.ts'

const SEQUENCE = ['packages/core/src/event-log/sequence.test.ts']
const STANDBY = ['packages/core/src/data/read-only.test.ts']
const SILENCE = ['packages/core/src/data/silence.test.ts']
const CLOCKS = ['packages/gateway/src/service/clocks.test.ts']
const ORIGIN = ['packages/core/src/event-log/origin.test.ts']
const FAR_BEHIND = ['packages/core/src/event-log/far-behind.test.ts']
const TRANSPORTS = ['test/realtime/far-behind.test.ts']
const LOG = ['packages/core/src/events/events.test.ts']
const RELAY = ['packages/core/src/event-log/relay.test.ts']
const RETENTION = ['packages/core/src/event-log/retention.test.ts']

/** Mutants of the event log and its subscribers. */
export const events: Mutant[] = [
  ...onServer(
    breaking('packages/core/src/event-log/sequence.ts', SEQUENCE, {
      'events go by when their transactions began to write': [
        'max(turn) over (partition by xid) as last',
        'xid as last',
      ],
      'a transaction stands where its first event does': ['max(turn) over', 'min(turn) over'],
      'what is committed late is not looked for': ['pg_snapshot_xmin(', 'pg_snapshot_xmax('],
    }),
  ),
  ...breaking('packages/core/src/operation/action.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'an event has whatever it is given': ['data: declaredOf(event, spec, data)', 'data'],
  }),
  ...breaking('packages/core/src/event-log/declared.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'an event has every member of what it is given': ['if (isDeclared(record, shape))', 'if (shape)'],
    'an event may lack what it declares': ['if (lacking.length > 0)', "if (lacking.length > 0 && event === '')"],
  }),
  ...breaking('packages/core/src/validation/narrowed.ts', ['packages/core/src/event-log/declared.test.ts'], {
    'a list in an event has whatever it is given': ['value.map((one) => narrowed(def.element, one))', 'value'],
    'a map in an event has whatever it is given': ['[name, def.valueType]', '[name, z.unknown()]'],
    'a choice in an event has whatever it is given': [
      'if (chosen) return narrowed(chosen, value)',
      'if (chosen) return value',
    ],
    'a choice of what has no other members has them in an event': [
      'if (part !== undefined) return part',
      'if (part !== undefined) return value',
    ],
    'a list in an event is a map': [' && OF_MEMBERS.has(def.type)', ' && false'],
    'every option of a choice is tried at every depth': [
      'if (discriminator === undefined) return options',
      'if (def) return options',
    ],
    'an event has what a function makes of its members': [
      "=== 'transform' ? def.in : def.out",
      "=== 'transform' ? def.out : def.out",
    ],
  }),
  ...breaking('packages/core/src/event-log/sequence.ts', SEQUENCE, {
    'an event may get its place twice': ['where seq is null and xid >=', 'where xid >='],
    'a log says that it has places which it has not given': [
      'head = (select max(seq) from sequenced)',
      'head = (select max(seq) + 1 from sequenced)',
    ],
  }),
  ...breaking('packages/core/src/event-log/retention.ts', RETENTION, {
    'events are kept for 31 days': ['30 * 24', '31 * 24'],
    'events are kept for 29 days': ['30 * 24', '29 * 24'],
    'the log says that it keeps an event which it has deleted': ['max(seq) + 1 from gone', 'max(seq) from gone'],
  }),
  ...breaking('packages/core/src/event-log/event-log.ts', RETENTION, {
    'events are kept for ever': ['(await forgetEvents(database, now())) ?', 'forgetEvents.length > 2 ?'],
  }),
  ...breaking('packages/core/src/event-log/log-state.ts', LOG, {
    'a cursor before what is kept is taken': [' && position.seq >= log.kept_from - 1', ''],
    'the last cursor from which nothing is missing is refused': [
      'position.seq >= log.kept_from - 1',
      'position.seq >= log.kept_from',
    ],
  }),
  ...breaking('packages/core/src/event-log/log-state.ts', LOG, {
    'a cursor of another log is taken': [' && positionAt(log, seq).epoch === epoch', ''],
    'a cursor beyond the end is taken': ['seq <= log.head && ', ''],
  }),
  ...breaking('packages/core/src/event-log/origin.ts', ORIGIN, {
    'a restored log goes on under its name': [
      'epoch = case when l.origin is null then l.epoch else $1 end',
      'epoch = case when $1 is null then l.origin else l.epoch end',
    ],
    'a failover ends the last cursor before it, although nothing was lost': [
      "'until', l.head)",
      "'until', l.head - 1)",
    ],
  }),
  ...breaking('packages/core/src/event-log/sequence.ts', ORIGIN, {
    'a promoted server gives places in the epoch of its predecessor': [' and not (select elsewhere from before)', ''],
  }),
  ...breaking('packages/core/src/event-log/feed.ts', ORIGIN, {
    'a follower that was given what is lost is not told': [' || !holds(this.state, given)', ''],
    'a follower is told that something is lost which it was not given': [
      'if (isKept) this.#cut(shared)',
      'if (false) this.#cut(shared)',
    ],
    'a follower is told that something is lost which was not for it': [
      'given = chosen.at(-1) ?? given',
      'given = read.entries.at(-1) ?? given',
    ],
  }),
  ...breaking('packages/core/src/event-log/follower.ts', ORIGIN, {
    'a follower misses what takes the place of what was lost and not for it': [
      'this.place = Math.min(this.place, place)',
      '',
    ],
  }),
  ...breaking('packages/core/src/event-log/feed.ts', ORIGIN, {
    'a cursor is refused that this process does not know yet, although the log has it': [
      'if (reaches(this.state, position) || this.#isOver(signal)) return true',
      'if (position.seq <= this.#tail.head) return reaches(this.state, position)',
    ],
  }),
  ...breaking('packages/core/src/event-log/log-page.ts', ['packages/core/src/event-log/log-page.test.ts'], {
    "a broker's message gives what was before a failover other cursors": [
      'new Entry({ ...row, ...log })',
      'new Entry({ ...row, epoch: log.epoch, earlier: [] })',
    ],
  }),
  ...breaking('packages/core/src/event-log/lag.ts', ['packages/core/src/event-log/lag.test.ts'], {
    'the lag of the log counts what has its place': ['from events where seq is null`', 'from events`'],
    'the lag of the log is as old as the newest event': ['- min(created_at)', '- max(created_at)'],
  }),
  ...breaking('packages/core/src/event-log/tail.ts', ['packages/core/src/event-log/tail.test.ts'], {
    'a log that lost more than is in memory ends after its end': ['    this.#floor = Math.min(this.#floor, seq)\n', ''],
    'a follower is given its last entry again': ['.seq > seq) high', '.seq >= seq) high'],
    'a follower that lags behind skips what is not in memory': [
      'if (seq < this.#floor) return undefined',
      'if (seq < 0) return undefined',
    ],
  }),
  ...onServer([
    ...breaking('packages/core/src/data/notifications.ts', ['packages/core/src/data/notifications.test.ts'], {
      'nobody is told that nothing is heard of other processes': ['this.#report(error)', '{}'],
      'a loss that is mended at once is told': ['++failures === 2', '++failures === 1'],
      'nobody is told that other processes are heard again': ['if (failures > 1) this.#report()', ''],
    }),
    ...breaking('packages/gateway/src/service/live.ts', CLOCKS, {
      'a process deletes by its own clock': ['Math.min(now(), clock.now())', 'now()'],
      'a process deletes what is valid by its own clock': ['Math.min(now(), clock.now())', 'clock.now()'],
      'denied tokens are forgotten by the clock of one process': [
        "    agreed,\n    report: reporter('Denied",
        "    report: reporter('Denied",
      ],
    }),
    ...breaking('packages/gateway/src/service/start.ts', CLOCKS, {
      'files are deleted by the clock of one process': ['const now = live.agreed', 'const now = runtime.now'],
    }),
    ...breaking('packages/core/src/data/postgres-pool.ts', STANDBY, {
      'a standby is asked': ["!== 'off') throw new ReadOnlyServer()", "!== 'off') return"],
    }),
    ...breaking('packages/core/src/data/postgres-pool.ts', SILENCE, {
      'a connection that has gone dead is waited for for ever': ['query_timeout: statementTimeout * 1_000 + DELAY', ''],
      'a statement that may take any time is cut off': ['statementTimeout > 0 && {', 'statementTimeout >= 0 && {'],
    }),
    ...breaking('packages/core/src/data/postgres-snapshot.ts', SILENCE, {
      'a snapshot whose connection has gone dead is ended once more': ['if (!lost) await', 'await'],
    }),
    ...breaking('packages/core/src/data/refusal.ts', STANDBY, {
      'a connection to a server that takes no writes is kept': [' && !isReadOnly(error)', ''],
    }),
    ...breaking('packages/core/src/data/refusal.ts', ['packages/core/src/data/postgres.test.ts'], {
      'a connection that refuses a statement for ever is kept': [' && !isOutdated(error)', ''],
    }),
    ...breaking('packages/core/src/data/postgres-dialect.ts', STANDBY, {
      'a transaction leaves a connection to a server that takes no writes': [
        'if (!isRefusal(error)) this.discard()',
        '',
      ],
    }),
    ...breaking('packages/core/src/event-log/feed.ts', RELAY, {
      "a broker's message is taken after a gap": [' || page.after > place', ''],
    }),
    ...breaking('packages/core/src/event-log/feed.ts', RELAY, {
      "a broker's message of another epoch is taken": ['page.log.epoch !== this.#log.epoch || ', ''],
    }),
    ...breaking('packages/core/src/event-log/publish.ts', RELAY, {
      'who has no answer of the database goes on to publish that nothing is new': [
        '!feed.hasLooked(HEARTBEAT) || (await publish([]))',
        'await publish([])',
      ],
    }),
    ...breaking('packages/core/src/event-log/relay.ts', RELAY, {
      'a broker that takes nothing is told of again and again': ['if (!this.#hasFailed && ', 'if ('],
      'a broker that is silent is relied on for ever': [
        'const SILENCE = 3 * HEARTBEAT',
        'const SILENCE = 3e6 * HEARTBEAT',
      ],
    }),
  ]),
  ...breaking('packages/core/src/events/events.ts', LOG, {
    'a page of events is called the last one too soon': ['limit: limit + 1, selection', 'limit, selection'],
  }),
  ...breaking('packages/core/src/event-log/read-on.ts', LOG, {
    'a list of events of one name has others too': [' and event <= name', ''],
    'a list of events of one name has all that are about a user': ['event = any($4))', 'true)'],
    "a list of one user's events has others' too": [' and user_id <= $3', ''],
  }),
  ...breaking('packages/core/src/event-log/feed.ts', FAR_BEHIND, {
    'a follower is given more than its process knows of': ['Math.min(read, lastShared(this.state, log))', 'read'],
    'a follower that is far behind skips what is more than a page': [
      'entries.length < PAGE ? log.head : entries.at(-1)!.seq',
      'log.head',
    ],
    'who has everything is not known to have it': [
      'progress.hasPassed = place > given.seq',
      'progress.hasPassed = false',
    ],
    'who was given the last entry is told where that is': [
      'progress.hasPassed = place > given.seq',
      'progress.hasPassed = true',
    ],
    'who is given entries is taken for one that has them': ['          progress.hasPassed = false\n', ''],
    'all followers of a caller read at once': ['reader === undefined ? read()', "reader !== '' ? read()"],
    'a follower that has ended reads when it is its turn': [
      'this.#isOver(signal) ? undefined : this.#readS',
      'this.#readS',
    ],
  }),
  ...breaking('packages/core/src/background/turns.ts', ['packages/core/src/background/turns.test.ts'], {
    'whoever comes after a failure fails too': ['.catch(() => undefined)', ''],
  }),
  ...breaking('packages/core/src/events/events.ts', TRANSPORTS, {
    'a stream reads what is for others': ['isFor, selection })', 'isFor })'],
  }),
  ...breaking('packages/core/src/events/channels.ts', TRANSPORTS, {
    'the channel of one user reads what is about others': ['return { owner, names', 'return { owner: null, names'],
    'events of unknown names are on no channel': ['kind === SYSTEM ? undefined : ', ''],
  }),
  ...breaking('packages/core/src/events/event-access.ts', ['packages/core/src/events/event-access.test.ts'], {
    'events of unknown names are read by everybody': ['this.#scopes.has(name) || ', 'true || '],
    'events that need no scope are read with all of them': ['this.#scopes.has(name) || ', ''],
  }),
  ...breaking('packages/gateway/src/realtime/socket-client.ts', TRANSPORTS, {
    'a channel reads what is on others': ['isFor, selection })', 'isFor })'],
  }),
  ...breaking('packages/core/src/events/events.ts', ['packages/gateway/src/realtime/sse.test.ts'], {
    'a stream sends events of every name': ['(named === undefined || named.has(entry.event))', 'entry'],
  }),
]
